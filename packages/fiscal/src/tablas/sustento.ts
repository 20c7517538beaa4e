/** ATS tables 4 and 5: which support (sustento) each kind of document may give. */
import type { Vigencia } from '../norma/vigencia.ts'

export interface Sustento extends Vigencia {
  codigo: string
  nombre: string
  /** Codes of COMPROBANTES_ATS that it admits. */
  tipos: readonly string[]
}

const FICHA_ATS = 'Ficha técnica ATS, tabla 5 (desde 01/07/2024)'

export const SUSTENTOS: readonly Sustento[] = [
  { codigo: '01', nombre: 'Crédito Tributario para declaración de IVA (servicios y bienes distintos de inventarios y activos fijos)', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '03', '04', '05', '11', '12', '21', '41', '43', '47', '48', '294', '344'] },
  { codigo: '02', nombre: 'Costo o Gasto para declaración de IR (servicios y bienes distintos de inventarios y activos fijos)', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '09', '11', '12', '15', '19', '20', '21', '41', '43', '47', '48', '294', '344', '364'] },
  { codigo: '03', nombre: 'Activo Fijo - Crédito Tributario para declaración de IVA', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '03', '04', '05', '41', '47', '48', '294', '344'] },
  { codigo: '04', nombre: 'Activo Fijo - Costo o Gasto para declaración de IR', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '15', '41', '47', '48', '294', '344'] },
  { codigo: '05', nombre: 'Liquidación Gastos de Viaje, hospedaje y alimentación Gastos IR (a nombre de empleados y no de la empresa)', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '11', '15', '41', '294', '344'] },
  { codigo: '06', nombre: 'Inventario - Crédito Tributario para declaración de IVA', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '03', '04', '05', '41', '43', '47', '48', '294', '344'] },
  { codigo: '07', nombre: 'Inventario - Costo o Gasto para declaración de IR', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '15', '41', '43', '47', '48', '294', '344', '364'] },
  { codigo: '08', nombre: 'Valor pagado para solicitar Reembolso de Gasto (intermediario)', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '21', '294', '344'] },
  { codigo: '09', nombre: 'Reembolso por Siniestros', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '04', '05', '45'] },
  { codigo: '10', nombre: 'Distribución de Dividendos, Beneficios o Utilidades', validFrom: '2000-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['19'] },
  { codigo: '11', nombre: 'Convenios de débito o recaudación para IFI', validFrom: '2015-03-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['12'] },
  { codigo: '12', nombre: 'Impuestos y retenciones presuntivos', validFrom: '2015-03-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['42'] },
  { codigo: '13', nombre: 'Valores reconocidos por entidades del sector público a favor de sujetos pasivos', validFrom: '2015-03-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['19'] },
  { codigo: '14', nombre: 'Valores facturados por socios a operadoras de transporte (que no constituyen gasto de dicha operadora)', validFrom: '2018-01-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '03', '04', '05'] },
  { codigo: '15', nombre: 'Pagos efectuados por consumos propios y de terceros de servicios digitales', validFrom: '2020-06-01', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '03', '04', '05', '12', '15'] },
  { codigo: '00', nombre: 'Casos especiales cuyo sustento no aplica en las opciones anteriores', validFrom: '2000-01-01', validTo: '2015-02-28', source: FICHA_ATS, confidence: 'V',
    tipos: ['01', '02', '04', '05', '19', '42'] },
]

/** ATS table 4, with the digits the electronic documents use. */
export const COMPROBANTES_ATS: readonly { codigo: string; nombre: string }[] = [
  { codigo: '01', nombre: 'Factura' },
  { codigo: '02', nombre: 'Nota o boleta de venta' },
  { codigo: '03', nombre: 'Liquidación de compra de bienes o prestación de servicios' },
  { codigo: '04', nombre: 'Nota de crédito' },
  { codigo: '05', nombre: 'Nota de débito' },
  { codigo: '06', nombre: 'Guías de remisión' },
  { codigo: '07', nombre: 'Comprobante de retención' },
  { codigo: '08', nombre: 'Boletos o entradas a espectáculos públicos' },
  { codigo: '09', nombre: 'Tiquetes o vales emitidos por máquinas registradoras' },
  { codigo: '11', nombre: 'Pasajes expedidos por empresas de aviación' },
  { codigo: '12', nombre: 'Documentos emitidos por instituciones financieras' },
  { codigo: '15', nombre: 'Comprobante de venta emitido en el exterior' },
  { codigo: '16', nombre: 'FUE, DAU o DAV' },
  { codigo: '18', nombre: 'Documentos autorizados utilizados en ventas excepto N/C N/D' },
  { codigo: '19', nombre: 'Comprobantes de pago de cuotas o aportes' },
  { codigo: '20', nombre: 'Documentos por servicios administrativos emitidos por inst. del Estado' },
  { codigo: '21', nombre: 'Carta de porte aéreo' },
  { codigo: '22', nombre: 'RECAP' },
  { codigo: '23', nombre: 'Nota de crédito TC' },
  { codigo: '24', nombre: 'Nota de débito TC' },
  { codigo: '41', nombre: 'Comprobante de venta emitido por reembolso' },
  { codigo: '42', nombre: 'Documento retención presuntiva y retención emitida por propio vendedor o por intermediario' },
  { codigo: '43', nombre: 'Liquidación para explotación y exploración de hidrocarburos' },
  { codigo: '44', nombre: 'Comprobante de contribuciones y aportes' },
  { codigo: '45', nombre: 'Liquidación por reclamos de aseguradoras' },
  { codigo: '47', nombre: 'Nota de crédito por reembolso emitida por intermediario' },
  { codigo: '48', nombre: 'Nota de débito por reembolso emitida por intermediario' },
  { codigo: '49', nombre: 'Proveedor directo de exportador bajo régimen especial' },
  { codigo: '50', nombre: 'A inst. Estado y empr. públicas que percibe ingreso exento de imp. renta' },
  { codigo: '51', nombre: 'N/C a inst. Estado y empr. públicas exentas' },
  { codigo: '52', nombre: 'N/D a inst. Estado y empr. públicas exentas' },
  { codigo: '294', nombre: 'Liquidación de compra de bienes muebles usados' },
  { codigo: '344', nombre: 'Liquidación de compra de vehículos usados' },
  { codigo: '364', nombre: 'Acta entrega-recepción PET' },
  { codigo: '370', nombre: 'Factura operadora transporte / socio' },
  { codigo: '371', nombre: 'Comprobante socio a operadora de transporte' },
  { codigo: '372', nombre: 'Nota de crédito operadora transporte / socio' },
  { codigo: '373', nombre: 'Nota de débito operadora transporte / socio' },
  { codigo: '374', nombre: 'Nota de débito operadora transporte / socio' },
  { codigo: '375', nombre: 'Liquidación de compra RISE de bienes o prestación de servicios' },
]
