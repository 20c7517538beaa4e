import { displayNumero, sum } from '@yupana/fiscal'

import { adicionalOf, claveOf, emisorOf, pagosOf } from './comprobante-comun.ts'
import { filled, type Bloque, type Celda, type Columna, type ContenidoRide, type Dato, type Fila, type Tabla } from './contenido.ts'
import type { DetalleFactura, Factura, InfoSustitutivaGuiaRemision } from '../documentos/factura-tree.ts'
import { dia, dinero, precio } from './formato.ts'
import { totalesFactura } from './totales-factura.ts'

/** What the RIDE of a factura shows (sri §12), in any of its versions. */
export function contenidoFactura(factura: Factura, vendedor?: string): ContenidoRide {
  const { infoTributaria, infoFactura, infoAdicional } = factura
  return {
    titulo: 'FACTURA',
    emisor: emisorOf(infoTributaria, infoFactura, infoAdicional),
    clave: claveOf(infoTributaria, infoFactura.fechaEmision),
    sujeto: comprador(factura, vendedor),
    detalle: detalleTabla(factura.detalles),
    totales: totalesFactura(factura),
    adicional: adicionalOf(infoAdicional),
    pagos: pagosOf(infoFactura.pagos),
    bloques: bloques(factura),
  }
}

function comprador({ infoFactura: info }: Factura, vendedor: string | undefined): Dato[] {
  return filled([
    ['Razón social / Nombres y apellidos', info.razonSocialComprador, 'ancho'],
    ['Identificación', info.identificacionComprador],
    ['Fecha de emisión', dia(info.fechaEmision)],
    ['Dirección', info.direccionComprador, 'ancho'],
    ['Placa / Matrícula', info.placa],
    ['Guía de remisión', info.guiaRemision],
    ['Vendedor', vendedor],
    ['Comercio exterior', info.comercioExterior],
    ['Incoterm', [info.incoTermFactura, info.lugarIncoTerm].filter(Boolean).join(' - ')],
    ['País de origen', info.paisOrigen],
    ['Puerto de embarque', info.puertoEmbarque],
    ['Puerto de destino', info.puertoDestino],
    ['País de destino', info.paisDestino],
    ['País de adquisición', info.paisAdquisicion],
  ])
}

interface ColumnaDetalle extends Columna {
  /** Left out when no line has anything to say in it. */
  readonly optional?: boolean
  celda(detalle: DetalleFactura): Celda
}

const COLUMNAS: readonly ColumnaDetalle[] = [
  { titulo: 'Cód. principal', tipo: 'codigo', optional: true, celda: (d) => ({ texto: d.codigoPrincipal ?? '' }) },
  { titulo: 'Cód. auxiliar', tipo: 'codigo', optional: true, celda: (d) => ({ texto: d.codigoAuxiliar ?? '' }) },
  { titulo: 'Cantidad', tipo: 'monto', celda: (d) => ({ texto: displayNumero(d.cantidad, 2) }) },
  { titulo: 'Unidad', tipo: 'codigo', optional: true, celda: (d) => ({ texto: d.unidadMedida ?? '' }) },
  { titulo: 'Descripción', tipo: 'texto', celda: (d) => ({ texto: d.descripcion, notas: adicionalesOf(d) }) },
  { titulo: 'Precio unitario', tipo: 'monto', celda: (d) => ({ texto: precio(d.precioUnitario) }) },
  { titulo: 'Subsidio', tipo: 'monto', optional: true, celda: (d) => ({ texto: d.precioSinSubsidio ? precio(d.precioSinSubsidio - d.precioUnitario) : '' }) },
  { titulo: 'Precio sin subsidio', tipo: 'monto', optional: true, celda: (d) => ({ texto: d.precioSinSubsidio ? precio(d.precioSinSubsidio) : '' }) },
  { titulo: 'Descuento', tipo: 'monto', celda: (d) => ({ texto: dinero(d.descuento) }) },
  { titulo: 'Precio total', tipo: 'monto', celda: (d) => ({ texto: dinero(d.precioTotalSinImpuesto) }) },
]

const adicionalesOf = (detalle: DetalleFactura): string[] => (detalle.detallesAdicionales ?? []).map(({ nombre, valor }) => `${nombre}: ${valor}`)

function detalleTabla(detalles: readonly DetalleFactura[]): Tabla {
  const columnas = COLUMNAS.filter((columna) => !columna.optional || detalles.some((detalle) => columna.celda(detalle).texto !== ''))
  return {
    columnas,
    filas: detalles.map((detalle): Fila => ({
      celdas: columnas.map((columna) => columna.celda(detalle)),
      ticket: {
        texto: [detalle.codigoPrincipal, detalle.descripcion].filter(Boolean).join(' '),
        notas: adicionalesOf(detalle),
        detalle: `${displayNumero(detalle.cantidad)} × ${precio(detalle.precioUnitario)}${detalle.descuento ? `  desc. ${dinero(detalle.descuento)}` : ''}`,
        valor: dinero(detalle.precioTotalSinImpuesto),
      },
    })),
  }
}

function bloques(factura: Factura): Bloque[] {
  const { otrosRubrosTerceros, infoSustitutivaGuiaRemision, reembolsos, retenciones, maquinaFiscal } = factura
  return [
    ...(otrosRubrosTerceros?.length ? [{ titulo: 'Otros rubros de terceros', tabla: rubros(otrosRubrosTerceros) }] : []),
    ...(reembolsos?.length ? [{ titulo: 'Comprobantes de reembolso', tabla: reembolsosTabla(reembolsos) }] : []),
    ...(retenciones?.length ? [{ titulo: 'Retenciones', tabla: retencionesTabla(retenciones) }] : []),
    ...(infoSustitutivaGuiaRemision ? [{ titulo: 'Sustitutiva de guía de remisión', datos: sustitutiva(infoSustitutivaGuiaRemision) }] : []),
    ...(maquinaFiscal ? [{ titulo: 'Máquina fiscal', datos: filled([['Marca', maquinaFiscal.marca], ['Modelo', maquinaFiscal.modelo], ['Serie', maquinaFiscal.serie]]) }] : []),
  ]
}

const rubros = (lista: NonNullable<Factura['otrosRubrosTerceros']>): Tabla => ({
  columnas: [{ titulo: 'Concepto', tipo: 'texto' }, { titulo: 'Total', tipo: 'monto' }],
  filas: lista.map(({ concepto, total }) => ({
    celdas: [{ texto: concepto }, { texto: dinero(total) }],
    ticket: { texto: concepto, detalle: '', valor: dinero(total) },
  })),
})

const retencionesTabla = (lista: NonNullable<Factura['retenciones']>): Tabla => ({
  columnas: [{ titulo: 'Código', tipo: 'texto' }, { titulo: 'Tarifa', tipo: 'monto' }, { titulo: 'Valor', tipo: 'monto' }],
  filas: lista.map(({ codigoPorcentaje, tarifa, valor }) => ({
    celdas: [{ texto: codigoPorcentaje }, { texto: `${displayNumero(tarifa)}%` }, { texto: dinero(valor) }],
    ticket: { texto: `Código ${codigoPorcentaje}`, detalle: `${displayNumero(tarifa)}%`, valor: dinero(valor) },
  })),
})

const reembolsosTabla = (lista: NonNullable<Factura['reembolsos']>): Tabla => ({
  columnas: [
    { titulo: 'Comprobante', tipo: 'codigo', tope: 0.3 }, { titulo: 'Proveedor', tipo: 'codigo', tope: 0.3 }, { titulo: 'Fecha', tipo: 'codigo' },
    { titulo: 'Autorización', tipo: 'texto' }, { titulo: 'Base imponible', tipo: 'monto' }, { titulo: 'Impuesto', tipo: 'monto' },
  ],
  filas: lista.map((r) => {
    const numero = `${r.estabDocReembolso}-${r.ptoEmiDocReembolso}-${r.secuencialDocReembolso}`
    const base = sum(r.detalleImpuestos.map(({ baseImponibleReembolso }) => baseImponibleReembolso))
    const impuesto = sum(r.detalleImpuestos.map(({ impuestoReembolso }) => impuestoReembolso))
    return {
      celdas: [numero, r.identificacionProveedorReembolso, dia(r.fechaEmisionDocReembolso), r.numeroautorizacionDocReemb, dinero(base), dinero(impuesto)].map((texto) => ({ texto })),
      ticket: { texto: `${numero}  ${r.identificacionProveedorReembolso}`, detalle: dia(r.fechaEmisionDocReembolso), valor: dinero(base + impuesto) },
    }
  }),
})

const sustitutiva = (guia: InfoSustitutivaGuiaRemision): Dato[] =>
  filled([
    ['Punto de partida', guia.dirPartida, 'ancho'],
    ['Dirección del destinatario', guia.dirDestinatario, 'ancho'],
    ['Inicio del transporte', dia(guia.fechaIniTransporte)],
    ['Fin del transporte', dia(guia.fechaFinTransporte)],
    ['Transportista', guia.razonSocialTransportista, 'ancho'],
    ['Identificación del transportista', guia.rucTransportista],
    ['Placa', guia.placa],
    ...guia.destinos.flatMap((destino) => [
      ['Motivo del traslado', destino.motivoTraslado, 'ancho'],
      ['Ruta', destino.ruta, 'ancho'],
      ['Documento aduanero único', destino.docAduaneroUnico],
      ['Código del establecimiento de destino', destino.codEstabDestino],
    ] as const),
  ])
