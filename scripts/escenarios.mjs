// `npm run escenarios`: every kind of fault of the SRI against every kind of document, in accelerated time.
import { prepare, runBuilt } from './prepare.mjs'

prepare('api', 'sri-simulator')
await runBuilt('commands/escenarios.js')
