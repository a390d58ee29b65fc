# Starts programs for another process, and makes calls of the kernel for it. It is small, so that its forks are quick:
# five megabytes, and no module. Its messages stand in launcher.ts, their bytes in start_launcher.ts and
# create_response_reader.ts. It ends with its standard input, and then ends what it started.
use strict;
my %NUMBERS = (
  x64 => {
    dup3 => 292, setgroups => 116, setresgid => 119, setresuid => 117, mount => 165, umount2 => 166, mknodat => 259,
    fallocate => 285, prlimit64 => 302, prctl => 157, rt_sigprocmask => 14, signalfd4 => 289,
  },
  arm64 => {
    dup3 => 24, setgroups => 159, setresgid => 149, setresuid => 147, mount => 40, umount2 => 39, mknodat => 33,
    fallocate => 47, prlimit64 => 261, prctl => 167, rt_sigprocmask => 135, signalfd4 => 74,
  },
);
my ($architecture, $core_bytes) = @ARGV;
my $call = $NUMBERS{$architecture};
my ($F_SETFL, $F_DUPFD_CLOEXEC, $O_NONBLOCK, $RLIMIT_CORE) = (4, 1030, 04000, 4);
my ($EINTR, $EAGAIN) = (4, 11);
my ($SIG_BLOCK, $SIG_SETMASK, $SFD_FLAGS, $PR_SET_PDEATHSIG) = (0, 2, 02004000, 1);
my $DRAIN_S = 2;
syscall $call->{prlimit64}, 0, $RLIMIT_CORE, pack('QQ', $core_bytes, $core_bytes), 0;
my (%programs, %of_pid, %readers, %writers, $received);
# Ends of children are read from a descriptor: a handler of Perl runs late, and a wait could begin meanwhile.
my ($none, $child_ended) = (pack('Q', 0), pack 'Q', 1 << 16);
syscall $call->{rt_sigprocmask}, $SIG_BLOCK, $child_ended, 0, 8;
open my $ends, '<&=', syscall $call->{signalfd4}, -1, $child_ended, 8, $SFD_FLAGS or die;

sub forward {
  my $bytes = join '', @_;
  for (my $at = 0; $at < length $bytes; ) {
    my $written = syswrite STDOUT, $bytes, length($bytes) - $at, $at;
    if (defined $written) { $at += $written } elsif ($! != $EINTR) { leave() }
  }
}
sub respond { my ($id, $body) = @_; forward(pack 'VVa*', 4 + length $body, $id, $body) }
sub leave { kill -9, $_ for keys %of_pid; exit }
sub unblock { fcntl $_[0], $F_SETFL, $O_NONBLOCK }

sub start {
  my ($id, @fields) = @_;
  my ($file, $cwd, $uid, $gid, $limit, $count) = splice @fields, 0, 6;
  my @descriptors = splice @fields, 0, 2 * $count;
  my @variables = splice @fields, 0, shift @fields;
  my %program = (id => $id, left => $limit, open => 0, fed => {});
  my (@theirs, @readers, @writers);
  my $fail = sub { respond($id, pack 'aV', 'X', $! + 0) };
  for my $number (0 .. $count - 1) {
    my ($letter, $value) = @descriptors[2 * $number, 2 * $number + 1];
    my ($own, $their);
    if ($letter eq 'r') {
      sysopen $their, $value, 0 or return $fail->();
    } elsif ($letter eq 'w') {
      # A named pipe that nobody reads any more is an error, and does not hold up all others.
      sysopen $their, $value, 1 | $O_NONBLOCK or return $fail->();
      fcntl $their, $F_SETFL, 0;
    } elsif ($letter eq 'o') {
      pipe $own, $their or return $fail->();
      push @readers, [$own, $number];
    } else {
      pipe $their, $own or return $fail->();
      unblock($own);
      if ($letter eq 'i') { push @writers, [$own, $value] } else { $program{fed}{$number} = $own }
    }
    push @theirs, $their;
  }
  pipe my $said, my $says or return $fail->();
  my $parent = $$;
  my $pid = fork;
  return $fail->() unless defined $pid;
  if ($pid == 0) {
    $SIG{$_} = 'DEFAULT' for qw(PIPE TERM INT HUP);
    syscall $call->{rt_sigprocmask}, $SIG_SETMASK, $none, 0, 8;
    my $give_up = sub { syswrite $says, pack 'V', $! + 0; kill 9, $$; exit 127 };
    setpgrp 0, 0;
    my @high = map { fcntl $_, $F_DUPFD_CLOEXEC, $count + 1 or $give_up->() } @theirs;
    open $says, '>&=', fcntl($says, $F_DUPFD_CLOEXEC, $count + 1) if fileno $says < $count;
    for my $number (0 .. $#high) { syscall($call->{dup3}, $high[$number] + 0, $number, 0) >= 0 or $give_up->() }
    chdir $cwd or $give_up->();
    if ($uid ne '') {
      syscall($call->{setgroups}, 0, 0) == 0 or $give_up->();
      syscall($call->{setresgid}, $gid + 0, $gid + 0, $gid + 0) == 0 or $give_up->();
      syscall($call->{setresuid}, $uid + 0, $uid + 0, $uid + 0) == 0 or $give_up->();
    }
    # It does not outlive the launcher, which would let a sandbox go that waits for its word.
    syscall $call->{prctl}, $PR_SET_PDEATHSIG, 9, 0, 0, 0;
    $give_up->() if getppid != $parent;
    %ENV = map { split /=/, $_, 2 } @variables;
    { no warnings; exec { $file } $file, @fields }
    $give_up->();
  }
  setpgrp $pid, $pid; # whichever of the two comes first
  $program{pid} = $pid;
  $programs{$id} = $of_pid{$pid} = \%program;
  respond($id, pack 'aV', 'O', $pid);
  watch(\%program, $_->[0], $_->[1]) for @readers, [$said, -1];
  feed(\%program, $_->[0], $_->[1]) for @writers;
}
sub watch {
  my ($program, $handle, $number) = @_;
  $program->{open}++;
  $readers{fileno $handle} = { program => $program, handle => $handle, number => $number };
}
sub feed {
  my ($program, $handle, $bytes) = @_;
  $writers{fileno $handle} = { program => $program, handle => $handle, bytes => $bytes, at => 0 } if length $bytes;
}
sub hear {
  my ($reader) = @_;
  my $program = $reader->{program};
  my $count = sysread $reader->{handle}, my $bytes, 65536;
  return if !defined $count && ($! == $EINTR || $! == $EAGAIN);
  if (!$count) {
    delete $readers{fileno $reader->{handle}};
    $program->{open}--;
    return finish($program);
  }
  return $program->{fault} = unpack 'V', $bytes if $reader->{number} < 0;
  return if $program->{left} < 0;
  my $within = $program->{left} < $count ? substr $bytes, 0, $program->{left} : $bytes;
  respond($program->{id}, pack 'aVa*', 'D', $reader->{number}, $within) if length $within;
  $program->{left} -= $count;
  kill -9, $program->{pid} if $program->{left} < 0;
}
sub finish {
  my ($program) = @_;
  return if !defined $program->{status} || $program->{open} > 0 || !delete $programs{$program->{id}};
  delete $writers{$_} for grep { $writers{$_}{program} == $program } keys %writers;
  return respond($program->{id}, pack 'aV', 'X', $program->{fault}) if defined $program->{fault};
  my $status = $program->{status};
  respond($program->{id}, pack 'aVVV', 'E', $status >> 8, $status & 127, $program->{left} < 0 ? 1 : 0);
}
sub bury {
  while ((my $pid = waitpid -1, 1) > 0) {
    my $status = $?;
    my $program = delete $of_pid{$pid} or next;
    @$program{'status', 'drained'} = ($status, time + $DRAIN_S);
    finish($program);
  }
}
# A process that a program leaves behind may hold its streams open.
sub drain {
  my $now = time;
  for my $program (grep { defined $_->{status} && $_->{drained} <= $now } values %programs) {
    delete $readers{$_} for grep { $readers{$_}{program} == $program } keys %readers;
    $program->{open} = 0;
    finish($program);
  }
}

# Calls of the kernel, by the names of make_system_calls.ts.
my ($O_RDWR, $O_CREAT_EXCL, $ENXIO, $EINVAL) = (2, 0300, 6, 22);
my ($LOOP_CONFIGURE, $LO_FLAGS_AUTOCLEAR, $AT_FDCWD) = (0x4C0A, 4, -100);
my ($SEEK_DATA, $SEEK_HOLE) = (3, 4);
sub copy_sparsely {
  my ($from, $to) = @_;
  sysopen my $source, $from, 0 or return;
  sysopen my $target, $to, 1 | $O_CREAT_EXCL, 0600 or return;
  my $size = -s $source;
  truncate $target, $size or return;
  for (my $at = 0; $at < $size; ) {
    my $begin = sysseek $source, $at, $SEEK_DATA;
    last if !defined $begin && $! == $ENXIO; # nothing but a hole is left
    return unless defined $begin;
    my $end = sysseek $source, $begin + 0, $SEEK_HOLE;
    return unless defined $end;
    return unless sysseek($source, $begin + 0, 0) && sysseek $target, $begin + 0, 0;
    for ($at = $begin + 0; $at < $end; ) {
      my $want = $end - $at < 1 << 20 ? $end - $at : 1 << 20;
      my $count = sysread $source, my $bytes, $want or return;
      return unless $count == (syswrite($target, $bytes) || 0);
      $at += $count;
    }
  }
  return 1;
}
# A process that was forked before there was anything to inherit writes a text to a file again and again for a while.
pipe my $told, my $tells;
unblock($tells);
my $keeper = fork;
if (defined $keeper && !$keeper) {
  close $_ for *STDIN, *STDOUT, $tells, $ends;
  my ($file, $open, $text, $period, $left);
  while (1) {
    my $reading = '';
    vec($reading, fileno $told, 1) = 1;
    if (0 < select $reading, undef, undef, $left ? $period / 1000 : undef) {
      sysread $told, my $orders, 65536 or exit;
      my ($last) = $orders =~ /([^\n]*)\n\z/ or next;
      (my $path, $text, $period, $left) = split /\t/, $last;
      if (!defined $open || $open ne $path) { undef $open; sysopen $file, $path, 1 and $open = $path }
    }
    $left = defined $open && $left > 0 && syswrite($file, $text) ? $left - 1 : 0;
  }
}
close $told;
my @held;
my %calls = (
  repeat => sub { $_[0] !~ /[\t\n]/ && syswrite $tells, join("\t", @_) . "\n" },
  copy => \&copy_sparsely,
  remove => sub { unlink $_[0] },
  fifo => sub { syscall($call->{mknodat}, $AT_FDCWD, $_[0], 010600, 0) == 0 && chmod 0666, $_[0] },
  node => sub {
    my ($path, $major, $minor) = @_;
    my $device = $major << 8 | $minor & 255 | ($minor & ~255) << 12;
    syscall($call->{mknodat}, $AT_FDCWD, $path, 060600, $device) == 0;
  },
  loop => sub {
    my ($device, $image) = @_;
    sysopen my $loop, $device, $O_RDWR or return;
    sysopen my $file, $image, $O_RDWR or return;
    my $info = pack 'x52Vx176', $LO_FLAGS_AUTOCLEAR;
    ioctl $loop, $LOOP_CONFIGURE, pack('VV', fileno $file, 0) . $info . "\0" x 64 or return;
    push @held, $loop; # nobody mounts it yet
  },
  mount => sub {
    my ($source, $path, $type, $flags, $data) = @_;
    syscall($call->{mount}, $source, $path, $type, $flags + 0, $data) == 0;
  },
  unmount => sub { my ($path, $flags) = @_; syscall($call->{umount2}, $path, $flags + 0) == 0 },
  reserve => sub {
    my ($path, $bytes) = @_;
    sysopen my $file, $path, 1 | $O_CREAT_EXCL, 0600 or return;
    syscall($call->{fallocate}, fileno $file, 0, 0, $bytes + 0) == 0;
  },
);
sub make_calls {
  my ($id, @fields) = @_;
  my ($made, $error) = (0, 0);
  while (@fields) {
    my ($name, @arguments) = splice @fields, 0, shift @fields;
    my $make = $calls{$name};
    $! = $EINVAL;
    if (!$make || !$make->(@arguments)) { $error = $! + 0; last }
    $made++;
  }
  @held = ();
  respond($id, pack 'aVV', 'C', $made, $error);
}
sub obey {
  my ($id, $letter, $rest) = unpack 'Vaa*', $_[0];
  my @fields = length $rest ? unpack '(V/a)*', $rest : ();
  return start($id, @fields) if $letter eq 'S';
  return make_calls($id, @fields) if $letter eq 'C';
  my $program = $programs{$id} or return;
  if ($letter eq 'F') {
    my $handle = delete $program->{fed}{$fields[0]};
    feed($program, $handle, $fields[1]) if $handle;
  } else {
    kill -$fields[0], $program->{pid};
  }
}

$received = '';
$SIG{PIPE} = 'IGNORE';
$SIG{$_} = \&leave for qw(TERM INT HUP);
respond(0, 'O');
while (1) {
  my ($reading, $writing) = ('', '');
  vec($reading, $_, 1) = 1 for 0, fileno $ends, keys %readers;
  vec($writing, $_, 1) = 1 for keys %writers;
  my $draining = grep { defined $_->{status} } values %programs;
  my $ready = select $reading, $writing, undef, $draining ? 0.5 : undef;
  drain() if $draining;
  next if $ready <= 0;
  for my $number (grep { vec $writing, $_, 1 } keys %writers) {
    my $writer = $writers{$number};
    my $count = syswrite $writer->{handle}, $writer->{bytes}, 65536, $writer->{at};
    next if !defined $count && ($! == $EINTR || $! == $EAGAIN);
    $writer->{at} += $count || 0;
    delete $writers{$number} if !defined $count || $writer->{at} >= length $writer->{bytes};
  }
  for my $number (grep { vec $reading, $_, 1 } keys %readers) { hear($readers{$number}) if $readers{$number} }
  if (vec $reading, fileno $ends, 1) { sysread $ends, my $nothing, 4096; bury() }
  if (vec $reading, 0, 1) {
    my $count = sysread STDIN, $received, 1 << 20, length $received;
    next if !defined $count && $! == $EINTR;
    leave() unless $count;
    while (length $received >= 4 && length $received >= 4 + unpack 'V', $received) {
      my $length = unpack 'V', substr $received, 0, 4, '';
      obey(substr $received, 0, $length, '');
    }
  }
}
