export const peerBenchmarks = () => ({});
