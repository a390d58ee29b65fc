#!/usr/bin/env bash
# Container engines for tests and for trying things out: eval "$(scripts/container-engine.sh)"
#
# Uses the docker and podman that are there, starts a docker daemon of its own when none answers and we are root, makes a small
# image from programs of this machine (nothing is fetched) and imports it into every engine. Prints the variables that lead
# to them; everything else goes to standard error. Fails only when no engine works.
#
#   scripts/container-engine.sh packages   the Debian packages that it wants and that are missing
#   scripts/container-engine.sh stop       ends the daemon it started and removes all it made
set -uo pipefail

state=${GATEBENCH_ENGINES:-/var/tmp/gatebench-engines}
image=gatebench-test:2
rootfs=rootfs-${image#*:} # made once for each version of the image
programs="sh bash perl cat env ls touch mkdir rm cp mv ln chmod chown chroot mknod mkfifo id seq head tail tr od dd sleep timeout
  true false test tee sort uniq wc date pwd readlink cut basename dirname stat printf expr grep sed awk find xargs diff cmp
  getent setsid unshare nsenter mount umount dmesg kill ps tar gzip yes du curl"

say() { echo "container-engine: $*" >&2; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }

packages() {
  local missing=()
  command -v dockerd >/dev/null || missing+=(docker.io)
  command -v podman >/dev/null || missing+=(podman golang-github-containers-common uidmap netavark)
  command -v runc >/dev/null || missing+=(runc)
  echo "${missing[*]}"
}

stop() {
  local pid
  pid=$(cat "$state/docker.pid" 2>/dev/null) && kill "$pid" 2>/dev/null && while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  CONTAINERS_STORAGE_CONF=$state/storage.conf podman rm --all --force >/dev/null 2>&1
  find "$state" -depth -path '*/merged' -exec umount {} \; 2>/dev/null
  rm -rf "$state"
}

rootfs() { # the programs above with the libraries that they load
  local root=$1 program path library
  [ -f "$root.tar" ] && return 0
  rm -rf "$root" && mkdir -p "$root"/usr/{bin,lib,lib64} "$root"/{etc,tmp,var/tmp,root,home,proc,sys,dev,run} || return
  chmod 1777 "$root/tmp" "$root/var/tmp"
  for path in bin sbin; do ln -s usr/bin "$root/$path"; done
  for path in lib lib64; do ln -s "usr/$path" "$root/$path"; done
  for program in $programs; do
    path=$(PATH=/usr/bin:/usr/sbin:/bin:/sbin type -P "$program") || { say "no $program here: not in the image"; continue; }
    cp -L "$path" "$root/usr/bin/$program" || return
    for library in $(ldd "$path" 2>/dev/null | grep -o '/[^ ]*'); do
      mkdir -p "$root/usr/${library%/*}" 2>/dev/null
      library_of_image "$root" "$library" || return
    done
  done
  # Base modules of perl, which tests speak to the kernel with, and what the C library loads by itself.
  for library in /usr/lib/*/perl-base; do [ -d "$library" ] && mkdir -p "$root${library%/*}" && cp -a "$library" "$root$library"; done
  for library in /lib/*/libnss_files.so.2 /lib/*/libnss_dns.so.2; do [ -e "$library" ] && library_of_image "$root" "$library"; done
  echo 'root:x:0:0:root:/root:/bin/sh' > "$root/etc/passwd"
  echo 'root:x:0:' > "$root/etc/group"
  echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
  tar -C "$root" --owner=0 --group=0 --numeric-owner --sort=name --mtime=@0 -cf "$root.tar" .
}

library_of_image() { # library_of_image ROOT PATH: /lib is a link to usr/lib in the image, whatever it is here
  local to=/usr${2#/usr}
  mkdir -p "$1${to%/*}" && { [ -e "$1$to" ] || cp -L "$2" "$1$to"; }
}

works() { # works ENGINE: has, or takes, the image, and runs it; an image that it cannot run does not stay
  "$1" image inspect "$image" >/dev/null 2>&1 || timeout 60 "$1" import "$state/$rootfs.tar" "$image" >/dev/null 2>"$state/$1.log" || return
  timeout 60 "$1" run --rm --network none --pull never "$image" /bin/true >/dev/null 2>"$state/$1.log" && return
  timeout 60 "$1" rmi --force "$image" >/dev/null 2>&1
  return 1
}

start_docker() {
  command -v docker >/dev/null || { say 'docker: not installed'; return 1; }
  timeout 10 docker version >/dev/null 2>&1 && works docker && return 0
  [ "$(id -u)" -eq 0 ] && command -v dockerd >/dev/null || { say 'docker: no daemon answers, and none can be started'; return 1; }
  export DOCKER_HOST=unix://$state/docker.sock
  if ! timeout 10 docker version >/dev/null 2>&1; then
    setsid dockerd --host "$DOCKER_HOST" --data-root "$state/docker" --exec-root "$state/docker-exec" --pidfile "$state/docker.pid" \
      --iptables=false --ip6tables=false --bridge=none </dev/null >"$state/dockerd.log" 2>&1 &
    for _ in $(seq 100); do timeout 10 docker version >/dev/null 2>&1 && break; sleep 0.2; done
  fi
  works docker || { say "docker: $(tail -n 1 "$state/docker.log" "$state/dockerd.log" 2>/dev/null | tail -n 1)"; return 1; }
  echo "export DOCKER_HOST=$DOCKER_HOST"
}

start_podman() {
  command -v podman >/dev/null || { say 'podman: not installed'; return 1; }
  works podman && return 0
  [ "$(id -u)" -eq 0 ] || { say "podman: $(tail -n 1 "$state/podman.log")"; return 1; }
  # Machines without systemd, without CAP_SYS_RESOURCE, or with control groups of both versions.
  cat > "$state/containers.conf" <<'CONF'
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
CONF
  printf '[storage]\ndriver = "overlay"\ngraphroot = "%s/podman"\nrunroot = "%s/podman-run"\n' "$state" "$state" > "$state/storage.conf"
  export CONTAINERS_CONF=$state/containers.conf CONTAINERS_STORAGE_CONF=$state/storage.conf
  works podman || { say "podman: $(tail -n 1 "$state/podman.log")"; return 1; }
  echo "export CONTAINERS_CONF=$CONTAINERS_CONF CONTAINERS_STORAGE_CONF=$CONTAINERS_STORAGE_CONF"
}

case ${1:-start} in
  packages) packages ;;
  stop) stop ;;
  start)
    mkdir -p "$state" && rootfs "$state/$rootfs" >&2 || { say 'cannot make the image'; exit 1; }
    started=0
    start_docker && started=1
    start_podman && started=1
    [ $started -eq 1 ] ;;
  *) say "unknown: $1"; exit 2 ;;
esac
