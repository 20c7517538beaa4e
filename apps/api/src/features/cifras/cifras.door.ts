// Figures of a period: home shows the first of them.
export { readVentasDeInicio } from './cifras.service.ts'
