// `npm run invariantes`: checks the promises of the data (docs/reliability).
import { prepare, runBuilt } from './prepare.mjs'

prepare('api')
await runBuilt('commands/invariantes.js')
