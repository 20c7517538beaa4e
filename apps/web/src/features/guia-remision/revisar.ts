import type { Contexto } from '@yupana/contract'
import { checkGuia, checkTexto, isFecha, normalizeTexto, parseEntrada, type Fecha } from '@yupana/fiscal'

import { REQUERIDO, reviseCampos } from '../../domain/emision/campos-valores.ts'
import { reviseComprador } from '../../domain/emision/comprador-valores.ts'
import { avisoFechaOf } from '../../domain/emision/fecha-emision.ts'
import { firstOfEach, inPlace, SIN_PUNTO, type Hallazgo, type Revision } from '../../domain/emision/tipo-documento.ts'
import { avisosDichos } from './avisos-servidor.ts'
import { campoOf, cantidadOf, detallesOf, motivoOf, type DestinatarioValores, type GuiaValores } from './guia-valores.ts'

const NO_ES_FECHA = 'Ingrese una fecha válida: dd/mm/aaaa.'
const NUMERO = 'Escriba el número del comprobante como 001-001-000000001.'
const OPCIONALES = [
  ['ruta', 300],
  ['doc_aduanero', 20],
] as const

const optional = <K extends string>(name: K, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() })

/** The guía with the field names of the law. */
const guiaOf = (valores: GuiaValores) => ({
  dirPartida: normalizeTexto(valores.dir_partida),
  razonSocialTransportista: valores.transportista?.razon_social ?? '',
  tipoIdentificacionTransportista: valores.transportista?.tipo_identificacion ?? '',
  rucTransportista: valores.transportista?.identificacion ?? '',
  fechaIniTransporte: valores.fecha_ini,
  fechaFinTransporte: valores.fecha_fin,
  placa: valores.placa.trim(),
  otraPlaca: valores.otra_placa,
  destinatarios: valores.destinatarios.map((one) => ({
    identificacionDestinatario: one.persona?.identificacion ?? '',
    razonSocialDestinatario: one.persona?.razon_social ?? '',
    dirDestinatario: normalizeTexto(one.direccion),
    motivoTraslado: normalizeTexto(motivoOf(one)),
    ...optional('codEstabDestino', one.establecimiento_destino),
    ...optional('codDocSustento', one.cod_doc),
    ...(one.cod_doc !== '' && {
      ...optional('numDocSustento', one.numero),
      ...optional('numAutDocSustento', one.autorizacion),
      ...optional('fechaEmisionDocSustento', one.fecha),
    }),
    detalles: detallesOf(one).map(({ detalle }) => ({
      descripcion: normalizeTexto(detalle.descripcion),
      cantidad: cantidadOf(detalle),
    })),
  })),
})

/** Problems that the law's check does not cover: missing receiver, unreadable values, and texts that are too long. */
function reviseDestinatario(one: DestinatarioValores, at: number): Revision {
  const campo = `destinatarios.${at}`
  const persona = reviseComprador({ comprador: one.persona, correos: one.correos }, 'Elija el destinatario.')
  const problemas: Hallazgo[] = persona.problemas.map((found) => ({
    ...found,
    campo: `${campo}.${found.campo === 'comprador' ? 'persona' : found.campo}`,
  }))
  if (one.direccion.trim() === '') problemas.push({ campo: `${campo}.direccion`, message: 'Escriba la dirección de destino.' })
  if (motivoOf(one) === '') problemas.push({ campo: `${campo}.otro_motivo`, message: 'Escriba el motivo del traslado.' })
  if (one.cod_doc !== '' && !isFecha(one.fecha))
    problemas.push({ campo: `${campo}.fecha`, message: one.fecha === '' ? REQUERIDO : NO_ES_FECHA })
  if (one.cod_doc !== '' && one.numero.trim() === '') problemas.push({ campo: `${campo}.numero`, message: NUMERO })
  for (const [name, max] of OPCIONALES) {
    const message = checkTexto(normalizeTexto(one[name]), { max })
    if (message !== undefined) problemas.push({ campo: `${campo}.${name}`, message })
  }
  for (const { fila, detalle } of detallesOf(one)) {
    const entrada = parseEntrada(detalle.cantidad, 6)
    const unread = detalle.cantidad.trim() === '' ? REQUERIDO : entrada.ok ? undefined : entrada.problem
    if (unread !== undefined) problemas.push({ campo: `${campo}.detalles.${fila}.cantidad`, message: unread })
    const codigo = checkTexto(detalle.codigo.trim(), { max: 25 })
    if (codigo !== undefined) problemas.push({ campo: `${campo}.detalles.${fila}.codigo`, message: codigo })
  }
  return { problemas, avisos: persona.avisos }
}

const ORDEN = [
  'transportista',
  'placa',
  'fecha_emision',
  'serie',
  'dir_partida',
  'fecha_ini',
  'fecha_fin',
  'destinatarios',
  'info_adicional',
]
const SUYOS = ['persona', 'correos', 'direccion', 'motivo', 'otro_motivo', 'detalles', 'cod_doc', 'numero', 'fecha', 'autorizacion']

/** Sort key of a field: part of the screen, destinatario, its field and row. */
function placeOf({ campo }: Hallazgo): number[] {
  const [first = '', at = '0', name = '', fila = '0'] = campo.split('.')
  const own = SUYOS.indexOf(name)
  return [ORDEN.indexOf(first), Number(at), own < 0 ? SUYOS.length : own, Number(fila)]
}

/** All problems that the server would refuse, in the order of the screen; the first of each field. */
export function revisar(valores: GuiaValores, fecha: Fecha, { empresa, hoy }: Contexto): Revision {
  const { problema, aviso } = avisoFechaOf(valores.fecha_emision, hoy, empresa.dias_fecha_anterior)
  const ley = checkGuia(guiaOf(valores), fecha)
  const suyas = valores.destinatarios.map(reviseDestinatario)
  const problemas: Hallazgo[] = [
    ...(valores.transportista ? [] : [{ campo: 'transportista', message: 'Elija el transportista.' }]),
    ...(problema === undefined ? [] : [{ campo: 'fecha_emision', message: problema }]),
    ...(valores.serie === '' ? [SIN_PUNTO] : []),
    ...(['fecha_ini', 'fecha_fin'] as const).flatMap((campo) =>
      isFecha(valores[campo]) ? [] : [{ campo, message: valores[campo] === '' ? REQUERIDO : NO_ES_FECHA }],
    ),
    ...suyas.flatMap((one) => one.problemas),
    ...ley.problemas.map(({ campo, mensaje }) => ({ campo: campoOf(campo, valores), message: mensaje })),
    ...reviseCampos(valores.info_adicional),
  ]
  return {
    problemas: firstOfEach(inPlace(problemas, placeOf)),
    avisos: [
      ...new Set([
        ...(aviso === undefined ? [] : [aviso]),
        ...ley.advertencias.map(({ mensaje }) => mensaje),
        ...suyas.flatMap((one) => one.avisos),
        ...(problemas.length > 0 ? [] : avisosDichos(valores)),
      ]),
    ],
  }
}
