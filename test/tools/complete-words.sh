# Completes the last word of a command line.
# Usage: complete-words.sh SCRIPT PROGRAM WORD...
#
# The words are those that bash makes of a line: '=' is one of its own. Prints
# what the last may become, and what the script asks of readline behind a '#'.

source "$1"
shift
Program=$1
compopt() { echo "# $*"; }
read -r _ _ _ _ Function _ < <(complete -p "${Program##*/}")
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
"$Function" "$Program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
[[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s|\n' "${COMPREPLY[@]}"
