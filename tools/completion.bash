# Completion of hlo-mem-opt and hlo-mem-pack for bash, to be sourced. The program
# itself is asked: --help-all has its options and their values, and -complete-pipeline
# tells what a pipeline may become, with the passes of plugins.

# Completes $current, or what follows its last comma, to one of some words. Bash
# finds the variables of the caller.
_hlo_mem_words() {
  local before=
  [[ $value == *,... && $current == *,* ]] && before=${current%,*},
  mapfile -t COMPREPLY < <(
    compgen -P "$prefix$before" -W "$1" -- "${current#"$before"}")
  [[ $value == *,... ]] && compopt -o nospace
}

# The answers of the program to one more argument, with the plugins of the line.
_hlo_mem_ask() {
  local plugins=() word i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]/#--/-}
    case $word in
    -load-pass-plugin=*)
      plugins+=("$word")
      ;;
    -load-pass-plugin)
      [[ ${COMP_WORDS[i + 1]} == = ]] && ((++i))
      plugins+=("$word=${COMP_WORDS[i + 1]/#\~\//$HOME/}")
      ;;
    esac
  done
  "$program" "${plugins[@]//[\'\"\\]/}" "$@" 2>&1 < /dev/null
}

_hlo_mem() {
  local program=${1/#\~\//$HOME/}
  local current=${COMP_WORDS[COMP_CWORD]}
  local previous=${COMP_WORDS[COMP_CWORD - 1]}
  # The option that the word is the value of, if any; and how the word begins,
  # where '=' does not divide words.
  local option=$previous prefix=
  if [[ $current == -*=* ]]; then
    option=${current%%=*}
    prefix=$option=
    current=${current#*=}
  elif [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  option=${option/#--/-}
  # A word comes with the quote that it begins with, and goes without.
  local quote=
  if [[ $current == [\'\"]* ]]; then
    quote=${current:0:1}
    current=${current:1}
  fi
  COMPREPLY=()

  # All options; what the value of $option is called, and its fixed values.
  local options= value= values= line name=
  while IFS= read -r line; do
    if [[ $line =~ ^\ \ (-[a-z-]+)(([ =])\<([^>]*)\>)? ]]; then
      name=${BASH_REMATCH[1]}
      options+=" $name${BASH_REMATCH[3]}"
      [[ $name == "$option" ]] && value=${BASH_REMATCH[4]}
    elif [[ $name == "$option" && $line =~ ^\ \ \ \ =([a-z0-9-]+) ]]; then
      values+=" ${BASH_REMATCH[1]}"
    fi
  done < <("$program" --help-all 2> /dev/null)

  case $value in
  '') ;;
  file)
    return # readline does it
    ;;
  pipeline | exporter,...)
    compopt +o default -o nospace
    while IFS= read -r line; do
      # Brackets need quotes.
      [[ $line == *": error: "* || (-z $quote && $line == *[\<\>\;]*) ]] ||
        COMPREPLY+=("$prefix$line")
    done < <(_hlo_mem_ask "-complete-pipeline=$current")
    return
    ;;
  *)
    compopt +o default
    # A message lists what there is of these.
    if [[ $value == format || $value == name* ]]; then
      [[ $(_hlo_mem_ask "$option=" -) =~ \(known:\ (.*)\) ]]
      values=${BASH_REMATCH[1]//,/}
    fi
    [[ -n $values ]] && _hlo_mem_words "$values"
    return
    ;;
  esac

  # An input, for which readline looks, or an option.
  [[ -z $prefix && -z $quote && $current == -* ]] || return
  for name in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $name == -- ]] && return
  done
  [[ $current == --* ]] && options=${options// -/ --}
  compopt +o default
  _hlo_mem_words "$options"
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}

complete -o default -F _hlo_mem hlo-mem-opt hlo-mem-pack
