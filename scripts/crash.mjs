// `npm run crash`: kills processes at random during emission and counts what was lost.
import { requireArguments } from './argumentos.mjs'
import { prepare } from './prepare.mjs'
import { runRecorded } from './registro.mjs'

requireArguments('npm run crash -- [--kills N] [--seed S] [--points C02,C09,…] [--mode MODO]', {
  textos: ['kills', 'seed', 'points', 'mode'],
})
prepare('api', 'sri-simulator')
await runRecorded('crash', 'commands/crash.js', ({ seed }) => ['--seed', seed])
