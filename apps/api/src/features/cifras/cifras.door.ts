// Figures of a period: home shows the first of them, the estimate of income tax takes the sales and expenses of a year.
export { netoDeGastos, netoDeVentas, readVentasDeInicio } from './cifras.service.ts'
export { movidosDe, productosDe, type Ambito as AmbitoCifras } from './cifras.sql.ts'
