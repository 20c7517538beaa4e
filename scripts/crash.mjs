// `npm run crash`: kills processes at random during emission and counts what was lost.
import { prepare } from './prepare.mjs'
import { runRecorded } from './registro.mjs'

prepare('api', 'sri-simulator')
await runRecorded('crash', 'commands/crash.js', ({ seed }) => ['--seed', seed])
