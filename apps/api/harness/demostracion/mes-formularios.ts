// Typed data for each document of the fictitious month that the reference does not have: names, places, descriptions.
import { createHash } from 'node:crypto'
import {
  CompraForm,
  FacturaForm,
  LiquidacionEmitidaForm,
  NotaCreditoForm,
  RetencionRecibidaForm,
  type CompraRetenida,
  type Emitido,
  type DocSustentoForm,
} from '@yupana/contract'
import { buildClaveAcceso, CONSUMIDOR_FINAL, fromUnits, sum, TIPO_IVA } from '@yupana/fiscal'

import { baseOf, compraForm, ivaOf, monto, recibidaForm, tipoIvaOf, type DocumentoDelMes } from '../../src/testing/mes-de-prueba.ts'
import type { EmpresaDemo } from './demo-data.ts'

/** The company of the reference, which withholds and keeps books. */
export const EMPRESA_DEL_MES: EmpresaDemo = {
  ruc: '1799999990001',
  razonSocial: 'COMERCIAL EJEMPLO SA',
  dirMatriz: 'Av. Amazonas N21-147 y Roca, Quito',
  correo: 'ejemplo@example.com',
  obligadoContabilidad: true,
  condicionesConfirmadas: true,
  condiciones: [
    { tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' },
    { tipo: 'AGENTE_RETENCION', desde: '2026-03-01', valor: '1' },
  ],
  establecimientos: [{ codigo: '001', nombre: 'Matriz', direccion: 'Av. Amazonas N21-147 y Roca, Quito', puntos: [{ codigo: '001' }] }],
  titular: { nombre: 'ELENA DEMO EJEMPLO', cedula: '1759999996' },
}

const SERIE = { establecimiento: '001', punto: '001' } as const
const NOMBRES: Readonly<Record<string, string>> = {
  '0999999999001': 'CORPORACIÓN DEL PACÍFICO DEMO S.A.',
  '1759999905': 'ANDRADE DEMO PAULA',
  '1799999982001': 'CONSTRUCTORA QUITUMBE DEMO S.A.',
  '1799999974001': 'FUNDACIÓN CAMINO REAL DEMO',
  '1799999966001': 'TRANSPORTES PICHINCHA DEMO S.A.',
  '0999999980001': 'MAYORISTA DEL PUERTO DEMO S.A.',
  '1759999913001': 'VILLACÍS DEMO MARTHA (ABOGADA)',
  '1759999921001': 'QUISHPE DEMO EDISON (MANTENIMIENTO)',
  '1759999939001': 'CAIZA DEMO ROSA (PICADITAS)',
  '1799999958001': 'INMOBILIARIA LA CAROLINA DEMO S.A.',
  '0999999972001': 'LIBRERÍA PORTEÑA DEMO S.A.',
  '0999999964001': 'RESTAURANTE EL MALECÓN DEMO S.A.',
  '0999999956001': 'EQUIPOS Y MÁQUINAS DEMO S.A.',
  '1759999947': 'TIPÁN DEMO SEGUNDO',
}
const nombreOf = (identificacion: string): string => NOMBRES[identificacion] ?? CONSUMIDOR_FINAL.razonSocial

const DESCRIPCIONES: Readonly<Record<number, string>> = {
  [TIPO_IVA.QUINCE]: 'Mercadería',
  [TIPO_IVA.CINCO]: 'Cemento 50 kg',
  [TIPO_IVA.CERO]: 'Libros',
  [TIPO_IVA.NO_OBJETO]: 'Aporte a un condominio',
  [TIPO_IVA.EXENTO]: 'Transporte de pasajeros',
}
const ACTIVO_FIJO = 'Vehículo usado'
const SERVICIO = 'Arreglo de la fachada'
/** Code of construction materials, for the 5 % rate. */
const MATERIAL = 'F010201'

const lineasOf = (documento: DocumentoDelMes, descripcion?: string) =>
  documento.lineas.map((linea) => {
    const iva = tipoIvaOf(linea)
    return {
      descripcion: descripcion ?? DESCRIPCIONES[iva] ?? '',
      cantidad: fromUnits(1),
      precio_unitario: monto(linea.base),
      iva,
      ...(iva === TIPO_IVA.CINCO && { codigo_auxiliar: MATERIAL }),
    }
  })

export const totalOf = (documento: DocumentoDelMes): number => sum([baseOf(documento), ivaOf(documento)])
/** Payments of a document: all of the month is paid at once. */
const pagosOf = (documento: DocumentoDelMes) => [{ forma_pago: documento.formaPago ?? '20', total: totalOf(documento) }]

const compradorOf = ({ tpId, cliente }: DocumentoDelMes) => ({
  tipo_identificacion: tpId,
  identificacion: cliente,
  razon_social: nombreOf(cliente),
})

export const facturaDe = (venta: DocumentoDelMes): FacturaForm =>
  FacturaForm.parse({
    ...SERIE,
    comprador: compradorOf(venta),
    lineas: lineasOf(venta, venta.activoFijo ? ACTIVO_FIJO : undefined),
    pagos: pagosOf(venta),
  })

/** A discount on the single line of the modified factura. */
export const notaDe = (venta: DocumentoDelMes, { id, numero, fecha_emision: fecha }: Emitido): NotaCreditoForm =>
  NotaCreditoForm.parse({
    tipo: '04',
    ...SERIE,
    comprador: compradorOf(venta),
    modificado: { documento_id: id, cod_doc: '01', numero, fecha },
    clase: 'DESCUENTO',
    motivo: 'Descuento por volumen',
    creditos: [{ linea: 0, monto: baseOf(venta) }],
  })

export const recibidaDe = (venta: DocumentoDelMes, retRecibida: NonNullable<DocumentoDelMes['retRecibida']>): RetencionRecibidaForm =>
  RetencionRecibidaForm.parse({ ...recibidaForm(venta, retRecibida), agente: compradorOf(venta) })

/** Authorisation of a supplier's document: its clave, or for a nota de venta the ten digits of its printer. */
function autorizacionDe({ tipo, prov, numero, fecha }: DocumentoDelMes): string {
  if (tipo === '02') return '1132345678'
  const [estab = '', ptoEmi = '', secuencial = ''] = numero.split('-')
  const codigoNumerico = createHash('sha256').update(numero).digest().readUInt32BE(0).toString().slice(-8).padStart(8, '0')
  return buildClaveAcceso({ fechaEmision: fecha, codDoc: tipo, ruc: prov, ambiente: '1', estab, ptoEmi, secuencial, codigoNumerico })
}

const proveedorOf = ({ tpId, prov }: DocumentoDelMes) => ({
  tipo_identificacion: tpId === '02' ? '05' : '04',
  identificacion: prov,
  razon_social: nombreOf(prov),
})

export const compraDe = (compra: DocumentoDelMes, original: DocumentoDelMes | undefined): CompraForm =>
  CompraForm.parse({
    ...compraForm(compra),
    proveedor: proveedorOf(compra),
    // Code 343 is the withholding from a RIMPE.
    ...(compra.retRenta?.codigo === '343' && { regimen_proveedor: 'RIMPE' }),
    autorizacion: autorizacionDe(compra),
    ...(original && {
      modificado: { tipo: original.tipo, numero: original.numero, fecha: original.fecha, autorizacion: autorizacionDe(original) },
    }),
  })

/** Kind of purchase, by the withholding code of the reference. */
const OPERACIONES: Readonly<Record<string, CompraRetenida['operacion']>> = {
  '303': 'HONORARIO',
  '311': 'OTRO_SERVICIO',
  '320': 'ARRIENDO_INMUEBLE',
  '343': 'OTRO_SERVICIO',
}
export const operacionDe = ({ retRenta }: DocumentoDelMes): CompraRetenida['operacion'] => OPERACIONES[retRenta?.codigo ?? ''] ?? 'BIEN'

export const liquidacionDe = (compra: DocumentoDelMes, retenciones: DocSustentoForm['retenciones']): LiquidacionEmitidaForm =>
  LiquidacionEmitidaForm.parse({
    ...SERIE,
    proveedor: proveedorOf(compra),
    lineas: lineasOf(compra, SERVICIO),
    pagos: pagosOf(compra),
    retencion: { cod_sustento: compra.sustento, retenciones },
  })
