#!/usr/bin/env bash
# Records dumps on two hosts of a Ray cluster, which are network namespaces here, and
# prints their addresses.
# Usage: two_hosts.sh PYTHON DUMPS RECORDS LABELS
set -euo pipefail

python=$1
one=hmo1-$$ two=hmo2-$$
export RAY_AUTH_MODE=token
groups=()
end() {
  for group in "${groups[@]}"; do
    kill -TERM -- "-$group" 2>/dev/null || true
  done
  for group in "${groups[@]}"; do
    while kill -0 -- "-$group" 2>/dev/null; do sleep 0.2; done
  done
  ip netns del "$one"
  ip netns del "$two"
}
ip netns add "$one"
ip netns add "$two"
trap end EXIT
ip link add "$one" netns "$one" type veth peer name "$two" netns "$two"
ip -n "$one" addr add 10.77.0.1/24 dev "$one"
ip -n "$two" addr add 10.77.0.2/24 dev "$two"
for host in "$one" "$two"; do
  ip -n "$host" link set "$host" up
  ip -n "$host" link set lo up
done

start() {
  local host=$1
  shift
  setsid ip netns exec "$host" "$(dirname "$python")/ray" start --num-cpus 1 --block \
    "$@" >/dev/null 2>&1 &
  groups+=($!)
}
start "$one" --head --port 6379 --node-ip-address 10.77.0.1 --include-dashboard false
until ip netns exec "$one" "$(dirname "$python")/ray" status \
  --address 10.77.0.1:6379 >/dev/null 2>&1; do
  sleep 1
done
start "$two" --address 10.77.0.1:6379 --node-ip-address 10.77.0.2

ip netns exec "$one" "$python" - "${@:2}" <<EOF
import sys
import time

import ray
from hlo_mem_opt import fleet
from hlo_mem_opt._fleet_ray import RayExecutor

ray.init("10.77.0.1:6379", log_to_driver=False)
while sum(node["Alive"] for node in ray.nodes()) < 2:
    time.sleep(0.2)
dumps, records, labels = sys.argv[1:]
executor = RayExecutor(scheduling_strategy="SPREAD")
# A host takes work as soon as a process of its own has started.
hosts = set()
while len(hosts) < 2:
    calls = [executor.submit(ray.util.get_node_ip_address) for _ in range(16)]
    hosts |= {call.result() for call in calls}
fleet.analyze(
    dumps, records=records, executor=executor, resolver=fleet.labels_of(labels), chunk=16
)
print(*sorted(hosts))
EOF
