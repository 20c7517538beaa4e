// Loaded before the program of each child (node --import): when the supervisor is gone, the child goes too, so that
// nothing is orphaned and the ports are free for the next start. First politely, for leases to be given back.
const GRACE_MS = 2000

if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}
