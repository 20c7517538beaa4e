import { displayNumero } from '@yupana/fiscal'

import { pagosOf } from './comprobante-comun.ts'
import { filled, type Bloque, type Dato, type Tabla } from './contenido.ts'
import { detalleTabla } from './detalle.ts'
import { nombreIn } from '../../catalogos/entrada.ts'
import { PAISES } from '../../catalogos/paises.ts'
import type { Factura, InfoSustitutivaGuiaRemision } from '../../documentos/factura/factura-tree.ts'
import { dia, dinero } from './formato.ts'
import { maquinaFiscalBloque } from './maquina-fiscal.ts'
import type { ParteRide } from './parte.ts'
import { reembolsosBloque } from './reembolsos.ts'
import { totalesFactura } from './totales-factura.ts'

/** RIDE content of a factura (sri §12), in any version. */
export const parteFactura = (factura: Factura): ParteRide => ({
  obligaciones: factura.infoFactura,
  sujeto: comprador(factura),
  cuerpo: [{ tabla: detalleTabla(factura.detalles.map((detalle) => ({ ...detalle, codigo: detalle.codigoPrincipal }))) }],
  totales: totalesFactura(factura),
  pagos: pagosOf(factura.infoFactura.pagos),
  bloques: bloques(factura),
})

function comprador({ infoFactura: info }: Factura): Dato[] {
  return filled([
    ['Razón social / Nombres y apellidos', info.razonSocialComprador, 'ancho'],
    ['Identificación', info.identificacionComprador],
    ['Fecha de emisión', dia(info.fechaEmision)],
    ['Dirección', info.direccionComprador, 'ancho'],
    ['Placa / Matrícula', info.placa],
    ['Guía de remisión', info.guiaRemision],
    ['Comercio exterior', info.comercioExterior],
    ['Incoterm', [info.incoTermFactura, info.lugarIncoTerm].filter(Boolean).join(' - ')],
    ['País de origen', paisName(info.paisOrigen)],
    ['Puerto de embarque', info.puertoEmbarque],
    ['Puerto de destino', info.puertoDestino],
    ['País de destino', paisName(info.paisDestino)],
    ['País de adquisición', paisName(info.paisAdquisicion)],
  ])
}

const paisName = (codigo: string | undefined): string | undefined => codigo && nombreIn(PAISES, codigo)

function bloques(factura: Factura): Bloque[] {
  const { otrosRubrosTerceros, infoSustitutivaGuiaRemision, reembolsos, retenciones, maquinaFiscal } = factura
  return [
    ...(otrosRubrosTerceros?.length ? [{ titulo: 'Otros rubros de terceros', tabla: rubros(otrosRubrosTerceros) }] : []),
    ...reembolsosBloque(reembolsos, (reembolso) => reembolso.numeroautorizacionDocReemb),
    ...(retenciones?.length ? [{ titulo: 'Retenciones', tabla: retencionesTabla(retenciones) }] : []),
    ...(infoSustitutivaGuiaRemision
      ? [{ titulo: 'Sustitutiva de guía de remisión', datos: sustitutiva(infoSustitutivaGuiaRemision) }]
      : []),
    ...maquinaFiscalBloque(maquinaFiscal),
  ]
}

const rubros = (lista: NonNullable<Factura['otrosRubrosTerceros']>): Tabla => ({
  columnas: [
    { titulo: 'Concepto', tipo: 'texto' },
    { titulo: 'Total', tipo: 'monto' },
  ],
  filas: lista.map(({ concepto, total }) => ({
    celdas: [{ texto: concepto }, { texto: dinero(total) }],
    ticket: { texto: concepto, detalle: '', valor: dinero(total) },
  })),
})

const retencionesTabla = (lista: NonNullable<Factura['retenciones']>): Tabla => ({
  columnas: [
    { titulo: 'Código', tipo: 'texto' },
    { titulo: 'Tarifa', tipo: 'monto' },
    { titulo: 'Valor', tipo: 'monto' },
  ],
  filas: lista.map(({ codigoPorcentaje, tarifa, valor }) => ({
    celdas: [{ texto: codigoPorcentaje }, { texto: `${displayNumero(tarifa)}%` }, { texto: dinero(valor) }],
    ticket: { texto: `Código ${codigoPorcentaje}`, detalle: `${displayNumero(tarifa)}%`, valor: dinero(valor) },
  })),
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
    ...guia.destinos.flatMap(
      (destino) =>
        [
          ['Motivo del traslado', destino.motivoTraslado, 'ancho'],
          ['Ruta', destino.ruta, 'ancho'],
          ['Documento aduanero único', destino.docAduaneroUnico],
          ['Código del establecimiento de destino', destino.codEstabDestino],
        ] as const,
    ),
  ])
