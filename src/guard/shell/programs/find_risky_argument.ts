import { type ExpandedWord, UNKNOWN_VALUE } from '../../invocation.js';
import { compileGlob } from '../syntax/compile_glob.js';

/** Programs worth reporting behind a pattern, or among the arguments of a program that may run them. */
const RISKY = new Set(
  `rm rmdir unlink shred srm wipe dd mkfs mkfs.ext4 mkfs.xfs mkfs.btrfs mkswap wipefs fdisk sfdisk parted
    blkdiscard truncate mv cp chmod chown chgrp chattr setfacl ln tee cat curl wget nc ncat socat scp rsync
    sftp ftp ssh git find xargs sh bash dash zsh ksh sudo su doas env eval python python3 perl ruby node php
    kill killall pkill shutdown reboot halt poweroff init systemctl service crontab at useradd userdel
    usermod passwd visudo iptables nft ufw mount umount docker kubectl helm terraform aws gcloud az psql
    mysql dropdb base64 gpg openssl rimraf trash insmod modprobe sysctl`.split(/\s+/),
);

/** Programs whose arguments are text, names or paths, never a command to run. */
const NON_RUNNERS = new Set(
  `echo printf cat less more head tail grep egrep fgrep rg ag ack sed awk cut sort uniq wc tr diff cmp comm
    patch ls ll tree stat file touch mkdir rmdir rm cp mv ln chmod chown chgrp which whereis type whatis man
    info help apropos tldr hash test [ [[ true false : cd pwd pushd popd dirs exit return break continue
    export unset set shift read local declare alias unalias git hg svn gh glab npm pnpm yarn bun pip pip3
    pipx poetry cargo rustc rustup go gem bundle composer mvn gradle make cmake ninja bazel apt apt-get
    aptitude dpkg dnf yum rpm pacman apk brew snap flatpak zypper emerge port nix docker podman kubectl helm
    terraform aws gcloud az curl wget http https nc ncat ssh scp sftp rsync ftp tar zip unzip gzip gunzip
    bzip2 xz 7z ar cpio jest mocha vitest pytest tsc eslint biome prettier vim vi nvim nano emacs code ed ex
    jq yq xmllint python python2 python3 node deno ruby perl php java javac gcc g++ clang lua Rscript date
    cal uptime uname hostname whoami id groups who w ps top htop kill killall pkill pgrep jobs fg bg wait
    sleep seq yes basename dirname realpath readlink mktemp tee cksum md5sum sha1sum sha256sum base64 base32
    xxd od hexdump strings column fold fmt nl paste join split expand rev tac shuf gpg openssl ssh-keygen
    ssh-add systemctl service journalctl dmesg mount umount df du free lsof ss netstat ip ifconfig ping dig
    nslookup host traceroute useradd userdel usermod passwd crontab dd mkfs truncate shred notify-send say
    logger write wall mail psql mysql sqlite3 redis-cli mongosh sh bash dash zsh ksh eval source . trap
    fork-bomb compgen complete getent locate updatedb apt-cache apt-file command builtin ack fzf bat exa eza
    fd dropdb createdb shellcheck shfmt checkbashisms hadolint`.split(/\s+/),
);

/** Returns true if a program may run its arguments as a command. */
export const canRunArguments = (program: string): boolean => !NON_RUNNERS.has(program);

/** Maximum distance of an inspected argument from the program. */
const MAX_DISTANCE = 8;

/** Returns the index at which a dangerous command may begin among arguments: its name, with something behind it. */
export function findRiskyArgument(args: readonly ExpandedWord[]): number {
  const end = Math.min(MAX_DISTANCE, args.length - 1);
  for (let at = 0; at < end; at += 1) {
    const { text } = args[at]!;
    if (RISKY.has(text.slice(text.lastIndexOf('/') + 1)) && /^[-/~.*]|=|\//.test(args[at + 1]!.text)) return at;
    if (text === 'git' && args.length > at + 2) return at;
  }
  return -1;
}

/** Returns the risky programs that a pattern in the place of a program may match. */
export function listRiskyAlternatives(pattern: string): string[] {
  const source = pattern.includes(UNKNOWN_VALUE) ? undefined : compileGlob(pattern);
  if (source === undefined) return [];
  const whole = compileMatcher(source);
  return whole ? [...RISKY].filter((name) => whole.test(name)).slice(0, 3) : [];
}

/** Compiles a pattern; undefined for an invalid one such as `[z-a]`. */
function compileMatcher(source: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${source})$`);
  } catch {
    return undefined;
  }
}
