// `npm run conciliar`: after a restore, asks the SRI what the backup did not know and lifts the fence.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run conciliar -- [--margen NÚMEROS] [--dias DÍAS] [--sin-simulador] [--aceptar-pendientes]', {
  textos: ['margen', 'dias'],
  marcas: ['sin-simulador', 'aceptar-pendientes'],
})
prepare('api')
await runBuilt('commands/conciliar.js')
