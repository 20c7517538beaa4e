// `npm run libros`: stock and debts under many hands at once, with kills; each operation counts once.
import { requireArguments } from './argumentos.mjs'
import { prepare, runBuilt } from './prepare.mjs'

requireArguments('npm run libros -- [--operaciones N] [--seed S] [--falla]', { textos: ['operaciones', 'seed'], marcas: ['falla'] })
prepare('api', 'sri-simulator')
await runBuilt('commands/libros.js')
