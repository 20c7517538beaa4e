/** ATS tables 4 and 5: which support (sustento) each kind of document may give. */
import type { Vigencia } from '../norma/vigencia.ts'

export interface Sustento extends Vigencia {
  codigo: string
  nombre: string
  /** Admitted codes of COMPROBANTES_ATS. */
  tipos: readonly string[]
}

const FICHA_ATS = 'Ficha técnica ATS, tabla 5 (desde 01/07/2024)'

export const SUSTENTOS: readonly Sustento[] = [
  {
    codigo: '01',
    nombre: 'Crédito Tributario para declaración de IVA (servicios y bienes distintos de inventarios y activos fijos)',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '03', '04', '05', '11', '12', '21', '41', '43', '47', '48', '294', '344'],
  },
  {
    codigo: '02',
    nombre: 'Costo o Gasto para declaración de IR (servicios y bienes distintos de inventarios y activos fijos)',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '09', '11', '12', '15', '19', '20', '21', '41', '43', '47', '48', '294', '344', '364'],
  },
  {
    codigo: '03',
    nombre: 'Activo Fijo - Crédito Tributario para declaración de IVA',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '03', '04', '05', '41', '47', '48', '294', '344'],
  },
  {
    codigo: '04',
    nombre: 'Activo Fijo - Costo o Gasto para declaración de IR',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '15', '41', '47', '48', '294', '344'],
  },
  {
    codigo: '05',
    nombre: 'Liquidación Gastos de Viaje, hospedaje y alimentación Gastos IR (a nombre de empleados y no de la empresa)',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '11', '15', '41', '294', '344'],
  },
  {
    codigo: '06',
    nombre: 'Inventario - Crédito Tributario para declaración de IVA',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '03', '04', '05', '41', '43', '47', '48', '294', '344'],
  },
  {
    codigo: '07',
    nombre: 'Inventario - Costo o Gasto para declaración de IR',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '15', '41', '43', '47', '48', '294', '344', '364'],
  },
  {
    codigo: '08',
    nombre: 'Valor pagado para solicitar Reembolso de Gasto (intermediario)',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '21', '294', '344'],
  },
  {
    codigo: '09',
    nombre: 'Reembolso por Siniestros',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '04', '05', '45'],
  },
  {
    codigo: '10',
    nombre: 'Distribución de Dividendos, Beneficios o Utilidades',
    validFrom: '2000-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['19'],
  },
  {
    codigo: '11',
    nombre: 'Convenios de débito o recaudación para IFI',
    validFrom: '2015-03-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['12'],
  },
  {
    codigo: '12',
    nombre: 'Impuestos y retenciones presuntivos',
    validFrom: '2015-03-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['42'],
  },
  {
    codigo: '13',
    nombre: 'Valores reconocidos por entidades del sector público a favor de sujetos pasivos',
    validFrom: '2015-03-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['19'],
  },
  {
    codigo: '14',
    nombre: 'Valores facturados por socios a operadoras de transporte (que no constituyen gasto de dicha operadora)',
    validFrom: '2018-01-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '03', '04', '05'],
  },
  {
    codigo: '15',
    nombre: 'Pagos efectuados por consumos propios y de terceros de servicios digitales',
    validFrom: '2020-06-01',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '12', '15'],
  },
  {
    codigo: '00',
    nombre: 'Casos especiales cuyo sustento no aplica en las opciones anteriores',
    validFrom: '2000-01-01',
    validTo: '2015-02-28',
    source: FICHA_ATS,
    confidence: 'V',
    tipos: ['01', '02', '04', '05', '19', '42'],
  },
]
