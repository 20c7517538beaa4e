// Figures of a period. Home shows the first of them; the estimate of income tax takes sales and expenses of a year.
export { netoDeGastos, netoDeVentas, nombreDeParte, readVentasDeInicio } from './cifras.service.ts'
export { movidosDe, movidosDeParte, productosDe, type Ambito as AmbitoCifras, type ParteDe } from './cifras.sql.ts'
