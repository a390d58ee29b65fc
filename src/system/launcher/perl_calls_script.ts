/**
 * Perl of the launcher that makes calls of the kernel, and of the process that writes again and again. It is a part of
 * `PERL_LAUNCHER_SCRIPT`, whose functions and numbers of calls it uses; the calls are named in `make_system_calls.ts`.
 */
export const PERL_CALLS_SCRIPT = String.raw`
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
# A process that was forked before there was anything to inherit: it writes a text to a file again and again for a while.
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
  node => sub { my ($path, $major, $minor) = @_; syscall($call->{mknodat}, $AT_FDCWD, $path, 060600, $major << 8 | $minor & 255 | ($minor & ~255) << 12) == 0 },
  loop => sub {
    my ($device, $image) = @_;
    sysopen my $loop, $device, $O_RDWR or return;
    sysopen my $file, $image, $O_RDWR or return;
    my $info = pack 'x52Vx176', $LO_FLAGS_AUTOCLEAR;
    ioctl $loop, $LOOP_CONFIGURE, pack('VV', fileno $file, 0) . $info . "\0" x 64 or return;
    push @held, $loop; # nobody mounts it yet
  },
  mount => sub { my ($source, $path, $type, $flags, $data) = @_; syscall($call->{mount}, $source, $path, $type, $flags + 0, $data) == 0 },
  unmount => sub { my ($path, $flags) = @_; syscall($call->{umount2}, $path, $flags + 0) == 0 },
  reserve => sub { my ($path, $bytes) = @_; sysopen my $file, $path, 1 | $O_CREAT_EXCL, 0600 or return; syscall($call->{fallocate}, fileno $file, 0, 0, $bytes + 0) == 0 },
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
`;
