// `npm run invariantes`: checks the promises of the data (docs/reliability).
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run invariantes')
prepare('api')
await runBuilt('commands/invariantes.js')
