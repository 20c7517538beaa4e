// `npm run escenarios`: every kind of fault of the SRI against every kind of document, in accelerated time.
import { requireArguments } from './argumentos.mjs'
import { prepare } from './prepare.mjs'
import { runRecorded } from './registro.mjs'

requireArguments('npm run escenarios -- [--semilla S] [--semillas N] [--fallas F,…] [--tipos T,…]', {
  textos: ['semilla', 'semillas', 'fallas', 'tipos'],
})
prepare('api', 'sri-simulator')
await runRecorded('escenarios', 'commands/escenarios.js', ({ semilla }) => ['--semilla', semilla])
