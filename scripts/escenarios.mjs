// `npm run escenarios`: every kind of fault of the SRI against every kind of document, in accelerated time.
import { prepare } from './prepare.mjs'
import { runRecorded } from './registro.mjs'

prepare('api', 'sri-simulator')
await runRecorded('escenarios', 'commands/escenarios.js', ({ semilla }) => ['--semilla', semilla])
