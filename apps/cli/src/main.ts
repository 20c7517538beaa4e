// `npm run yupana -- COMANDO`: documents, signatures and certificates on files. No database, no running product.
import { createConsola } from './consola.ts'
import { run } from './run.ts'

// The reader closed the pipe (`| head`).
process.stdout.on('error', () => process.exit())

process.exitCode = await run(process.argv.slice(2), createConsola(process))
