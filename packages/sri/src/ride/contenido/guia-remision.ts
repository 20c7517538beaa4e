import { displayNumero, readClaveAcceso } from '@yupana/fiscal'

import { comprobanteName, pagosOf } from './comprobante-comun.ts'
import { filled, type Bloque, type Columna, type Dato, type Tabla } from './contenido.ts'
import { notasOf } from './detalle.ts'
import type { Destinatario, GuiaRemision } from '../../documentos/guia-remision/guia-remision-tree.ts'
import { dia } from './formato.ts'
import { maquinaFiscalBloque } from './maquina-fiscal.ts'
import type { ParteRide } from './parte.ts'

/** RIDE content of a guía de remisión (sri §12): the transport, and one block for each receiver. */
export const parteGuiaRemision = (guia: GuiaRemision): ParteRide => ({
  obligaciones: guia.infoGuiaRemision,
  sujeto: transporte(guia),
  cuerpo: guia.destinatarios.map((destinatario, index) => destinatarioBloque(destinatario, index + 1, guia.destinatarios.length)),
  totales: [],
  pagos: pagosOf(),
  bloques: maquinaFiscalBloque(guia.maquinaFiscal),
})

function transporte({ infoTributaria, infoGuiaRemision: info }: GuiaRemision): Dato[] {
  const fechaEmision = readClaveAcceso(infoTributaria.claveAcceso)?.fechaEmision
  return filled([
    ['Transportista (razón social / nombres y apellidos)', info.razonSocialTransportista, 'ancho'],
    ['Identificación del transportista', info.rucTransportista],
    ['Placa', info.placa],
    ['Punto de partida', info.dirPartida, 'ancho'],
    ['Fecha de inicio del transporte', dia(info.fechaIniTransporte)],
    ['Fecha de fin del transporte', dia(info.fechaFinTransporte)],
    ['Fecha de emisión', fechaEmision && dia(fechaEmision)],
    ['R.I.S.E.', info.rise],
  ])
}

const destinatarioBloque = (destinatario: Destinatario, place: number, count: number): Bloque => ({
  titulo: count === 1 ? 'Destinatario' : `Destinatario ${place} de ${count}`,
  datos: filled([
    ['Razón social / Nombres y apellidos', destinatario.razonSocialDestinatario, 'ancho'],
    ['Identificación', destinatario.identificacionDestinatario],
    ['Código del establecimiento de destino', destinatario.codEstabDestino],
    ['Destino (punto de llegada)', destinatario.dirDestinatario, 'ancho'],
    ['Motivo del traslado', destinatario.motivoTraslado, 'ancho'],
    ['Ruta', destinatario.ruta, 'ancho'],
    ['Comprobante de venta', sustentoOf(destinatario)],
    ['Fecha de emisión del comprobante', destinatario.fechaEmisionDocSustento && dia(destinatario.fechaEmisionDocSustento)],
    ['Número de autorización', destinatario.numAutDocSustento, 'ancho'],
    ['Documento aduanero', destinatario.docAduaneroUnico, 'ancho'],
  ]),
  tabla: bienesTabla(destinatario.detalles),
})

const sustentoOf = ({ codDocSustento, numDocSustento }: Destinatario): string =>
  [codDocSustento && comprobanteName(codDocSustento).toUpperCase(), numDocSustento].filter(Boolean).join(' ')

type Bien = Destinatario['detalles'][number]

function bienesTabla(detalles: readonly Bien[]): Tabla {
  const codigos = (
    [
      ['Cód. principal', 'codigoInterno'],
      ['Cód. auxiliar', 'codigoAdicional'],
    ] as const
  ).filter(([, key]) => detalles.some((bien) => bien[key] !== undefined))
  return {
    columnas: [
      { titulo: 'Cantidad', tipo: 'monto' },
      { titulo: 'Descripción', tipo: 'texto' },
      ...codigos.map(([titulo]): Columna => ({ titulo, tipo: 'codigo', tope: 0.2 })),
    ],
    filas: detalles.map((bien) => ({
      celdas: [
        { texto: displayNumero(bien.cantidad, 2) },
        { texto: bien.descripcion, notas: notasOf(bien) },
        ...codigos.map(([, key]) => ({ texto: bien[key] ?? '' })),
      ],
      ticket: {
        texto: [bien.codigoInterno, bien.descripcion].filter(Boolean).join(' '),
        notas: notasOf(bien),
        detalle: '',
        valor: displayNumero(bien.cantidad, 2),
      },
    })),
  }
}
