import { startEmbeddedDatabase } from '../db/embedded/embedded-database.ts'

// What `npm start` does with the database, in a process that a test may kill.
await startEmbeddedDatabase({ dataDir: process.argv[2] ?? '', onProgress: () => undefined, fsync: false })
process.send?.('ready')
