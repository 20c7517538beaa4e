/** Form 104 as the SRI shows it: layout of the periods since April 2024. */
import type { Formulario } from './casillero.ts'
import { CREDITO_TRIBUTARIO, FILAS_COMPRAS, TOTALES_COMPRAS } from './f104-compras.ts'
import { RESUMEN, RETENCIONES_HECHAS, TOTALES_104 } from './f104-resumen.ts'
import { FILAS_VENTAS, LIQUIDACION_MES, TOTALES_VENTAS } from './f104-ventas.ts'

export const FORMULARIO_104: Formulario = {
  codigo: '104',
  nombre: 'Declaración del Impuesto al Valor Agregado',
  validFrom: '2024-04-01',
  source: 'Guía del formulario 104 y su Excel oficial, diseño desde abril de 2024',
  confidence: 'V',
  secciones: [
    {
      titulo: 'Resumen de ventas y otras operaciones del período que declara',
      lado: 'ventas',
      filas: FILAS_VENTAS,
      casilleros: TOTALES_VENTAS,
    },
    { titulo: 'Liquidación del IVA en el mes', casilleros: LIQUIDACION_MES },
    {
      titulo: 'Resumen de adquisiciones y pagos del período que declara',
      lado: 'compras',
      filas: FILAS_COMPRAS,
      casilleros: TOTALES_COMPRAS,
    },
    { titulo: 'Crédito tributario', casilleros: CREDITO_TRIBUTARIO },
    { titulo: 'Resumen impositivo: agente de percepción del IVA', casilleros: RESUMEN },
    { titulo: 'Agente de retención del IVA', casilleros: RETENCIONES_HECHAS },
    { titulo: 'Totales', casilleros: TOTALES_104 },
  ],
}
