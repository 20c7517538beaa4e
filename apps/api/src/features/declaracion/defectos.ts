import type { DefectoDeclaracion } from '@yupana/contract'
import { displayMonto, type CodigoFormulario, type Monto } from '@yupana/fiscal'

import type { Hallazgos } from './defectos.sql.ts'
import type { SinDatos } from './exportacion.sql.ts'

interface Contexto {
  formulario: CodigoFormulario
  periodo: string
  desde: string
  hasta: string
  hallazgos: Hallazgos
  /** Whether the balances of the period before are neither filed nor typed. */
  faltanSaldos: boolean
  /** The period before, when its filed balances differ from the typed ones. */
  saldosAjenos: string | undefined
  /** Codes of renta without a row in the form, and how many withholdings carry one. */
  sinFila: { codigos: readonly string[]; cuantos: number }
  /** IVA without withholding although the form is half-yearly because there should be none; ×10⁶. */
  semestralConIva: Monto
  /** Name of a filed period of the other length that shares its days. */
  otroLargo: string | undefined
  /** Whether the company's name is too short for an ATS. */
  nombreCorto: boolean
  /** Sales abroad whose ATS data are missing. */
  sinDatos: SinDatos
}

interface Regla {
  codigo: keyof Hallazgos
  formularios: readonly CodigoFormulario[]
  texto: (cuantos: number) => string
  /** Link to a list of exactly these; without it the paper names them. */
  enlace?: (contexto: Contexto) => string
}

const TODOS: readonly CodigoFormulario[] = ['104', '103', 'ATS']
const lista =
  (estado: string) =>
  ({ desde, hasta }: Contexto) =>
    `/comprobante?tributario=${estado}&desde=${desde}&hasta=${hasta}`
const recibidos =
  (filtro: string) =>
  ({ desde, hasta }: Contexto) =>
    `/comprobante/recibido?${filtro}&desde=${desde}&hasta=${hasta}`
/** Link to the paper with the list of a rule's findings open. */
const hallados = ({ formulario, periodo }: Contexto, codigo: string) =>
  `/declaraciones?formulario=${formulario}&periodo=${periodo}&defecto=${codigo}`
const of = (cuantos: number, uno: string, varios: string) => (cuantos === 1 ? `Un ${uno}` : `${cuantos} ${varios}`)

const REGLAS: readonly Regla[] = [
  {
    codigo: 'pendientes',
    formularios: TODOS,
    texto: (n) =>
      `${of(n, 'comprobante espera', 'comprobantes esperan')} la autorización del SRI: aún no ${n === 1 ? 'cuenta' : 'cuentan'}.`,
    enlace: lista('2'),
  },
  {
    codigo: 'en_proceso',
    formularios: TODOS,
    texto: (n) => `${of(n, 'comprobante está', 'comprobantes están')} en proceso en el SRI: aún no ${n === 1 ? 'cuenta' : 'cuentan'}.`,
    enlace: lista('3'),
  },
  {
    codigo: 'no_autorizados',
    formularios: TODOS,
    texto: (n) => `${of(n, 'comprobante no fue autorizado', 'comprobantes no fueron autorizados')}: corríjalos o ciérrelos.`,
  },
  {
    codigo: 'en_blanco',
    formularios: ['104', 'ATS'],
    texto: (n) => `${of(n, 'número quedó', 'números quedaron')} sin comprobante autorizado en las series.`,
  },
  {
    codigo: 'notas_sin_factura',
    formularios: ['104', 'ATS'],
    texto: (n) => `${n === 1 ? 'Una nota de crédito modifica' : `${n} notas de crédito modifican`} una factura que no consta aquí.`,
  },
  {
    codigo: 'compras_anuladas',
    formularios: TODOS,
    texto: (n) =>
      n === 1
        ? 'Una compra la anuló su proveedor en el SRI y sigue registrada: anúlela para que no cuente.'
        : `${n} compras las anularon sus proveedores en el SRI y siguen registradas: anúlelas para que no cuenten.`,
  },
  {
    codigo: 'retenciones_anuladas',
    formularios: ['104', 'ATS'],
    texto: (n) =>
      n === 1
        ? 'Una retención recibida la anuló quien la emitió y sigue registrada: elimínela para que no cuente en el 609.'
        : `${n} retenciones recibidas las anularon quienes las emitieron y siguen registradas: elimínelas para que no cuenten en el 609.`,
  },
  {
    codigo: 'retencion_sin_compra',
    formularios: TODOS,
    texto: (n) => `${n === 1 ? 'Una retención emitida es' : `${n} retenciones emitidas son`} de una compra que no está registrada.`,
  },
  {
    codigo: 'compras_sin_retencion',
    formularios: ['103', 'ATS'],
    texto: (n) =>
      `${n === 1 ? 'Una compra no tiene' : `${n} compras no tienen`} comprobante de retención y la empresa está obligada a retener: emítalo, o confirme que no correspondía.`,
  },
  {
    codigo: 'retenido_de_mas',
    formularios: TODOS,
    texto: (n) => `${n === 1 ? 'Una compra tiene' : `${n} compras tienen`} retenciones mayores que su IVA o que su base.`,
  },
  {
    codigo: 'sustento_ajeno',
    formularios: ['104', 'ATS'],
    texto: (n) => `${n === 1 ? 'Una compra tiene' : `${n} compras tienen`} un sustento que su tipo de comprobante no admite.`,
  },
  {
    codigo: 'proveedor_ajeno',
    formularios: ['ATS'],
    texto: (n) =>
      `${n === 1 ? 'Una compra tiene' : `${n} compras tienen`} un proveedor con una identificación que el ATS no admite en su tipo de comprobante.`,
  },
  {
    codigo: 'liquidacion_con_ruc',
    formularios: ['ATS'],
    texto: (n) =>
      `${n === 1 ? 'Una liquidación de compra es' : `${n} liquidaciones de compra son`} a quien tiene RUC: el ATS solo admite cédula o pasaporte.`,
  },
  {
    codigo: 'liquidacion_exterior',
    formularios: ['103', 'ATS'],
    texto: (n) =>
      n === 1
        ? 'Una liquidación de compra es a un proveedor del exterior y no tiene su retención: el ATS la lleva como pagada en el país.'
        : `${n} liquidaciones de compra son a proveedores del exterior y no tienen su retención: el ATS las lleva como pagadas en el país.`,
  },
  {
    codigo: 'sin_identificar',
    formularios: ['ATS'],
    texto: (n) =>
      `${n === 1 ? 'Una compra no tiene' : `${n} compras no tienen`} autorización o su establecimiento es 000: el ATS no las recibe.`,
  },
  {
    codigo: 'identificacion_larga',
    formularios: ['ATS'],
    texto: (n) =>
      `${of(n, 'comprobante tiene', 'comprobantes tienen')} una identificación de más de 13 letras y cifras: el ATS lleva solo las 13 primeras, revísela.`,
  },
  {
    codigo: 'recibidos_nuevos',
    formularios: TODOS,
    texto: (n) =>
      `${of(n, 'comprobante recibido no está registrado', 'comprobantes recibidos no están registrados')}: ${n === 1 ? 'no cuenta como compra' : 'no cuentan como compras'}.`,
  },
  {
    codigo: 'retenciones_nuevas',
    formularios: ['104', 'ATS'],
    texto: (n) =>
      `${of(n, 'retención recibida no está registrada', 'retenciones recibidas no están registradas')}: ${n === 1 ? 'no cuenta' : 'no cuentan'} en el 609.`,
    enlace: recibidos('estado=NUEVO&tipo=07'),
  },
  {
    codigo: 'recibidos_ignorados',
    formularios: ['104', 'ATS'],
    texto: (n) =>
      `${of(n, 'comprobante recibido se ignoró', 'comprobantes recibidos se ignoraron')}: confirme que ${n === 1 ? 'no es una compra suya' : 'no son compras suyas'}.`,
    enlace: recibidos('estado=IGNORADO'),
  },
  {
    codigo: 'retenciones_sin_venta',
    formularios: ['ATS'],
    texto: (n) =>
      `${of(n, 'retención es de un cliente', 'retenciones son de clientes')} sin ventas en el período: el ATS no tiene dónde decirlo, agréguelo en el validador.`,
  },
]

/** Defects of the paper, those that block first. */
export function defectosDe(contexto: Contexto): DefectoDeclaracion[] {
  const { formulario, hallazgos, faltanSaldos, saldosAjenos, sinFila, nombreCorto, sinDatos } = contexto
  const defectos: DefectoDeclaracion[] = []
  if (contexto.otroLargo !== undefined)
    defectos.push({
      codigo: 'otro_largo',
      gravedad: 'BLOQUEA',
      texto: `Ya se presentó ${contexto.otroLargo}: con este período se declararía dos veces. Revise desde cuándo declara cada semestre.`,
      cuantos: 1,
      enlace: '/empresa_perfil?seccion=condiciones',
    })
  if (faltanSaldos)
    defectos.push({
      codigo: 'saldos',
      gravedad: 'BLOQUEA',
      texto: 'Indique los saldos del período anterior (casilleros 615, 617 y 485), o que son cero.',
      cuantos: 1,
      enlace: null,
    })
  if (saldosAjenos !== undefined)
    defectos.push({
      codigo: 'saldos_ajenos',
      gravedad: 'AVISA',
      texto: 'Los saldos que se escribieron no son los de la declaración anterior: se usan los declarados.',
      cuantos: 1,
      enlace: `/declaraciones?formulario=${formulario}&periodo=${saldosAjenos}`,
    })
  if (sinFila.cuantos > 0)
    defectos.push({
      codigo: 'sin_fila',
      gravedad: 'AVISA',
      texto: `No se conoce la fila de ${sinFila.codigos.length === 1 ? 'este código' : 'estos códigos'} en el formulario: ${sinFila.codigos.join(', ')}. Escríbalos en 497 y 498.`,
      cuantos: sinFila.cuantos,
      enlace: hallados(contexto, 'sin_fila'),
    })
  if (formulario === 'ATS' && nombreCorto)
    defectos.push({
      codigo: 'nombre_corto',
      gravedad: 'AVISA',
      texto: 'El ATS pide una razón social de al menos cinco letras.',
      cuantos: 1,
      enlace: '/empresa_perfil',
    })
  if (contexto.semestralConIva > 0)
    defectos.push({
      codigo: 'semestral_con_iva',
      gravedad: 'AVISA',
      texto: `Declara el IVA cada semestre y hay ${displayMonto(contexto.semestralConIva)} de IVA que no le retuvieron: es solo de quien vende con tarifa 0% o a quien le retienen todo. Revise su condición.`,
      cuantos: 1,
      enlace: '/empresa_perfil?seccion=condiciones',
    })
  const { cuantas, primera } = sinDatos
  if (formulario === 'ATS' && primera !== null)
    defectos.push({
      codigo: 'exportaciones',
      gravedad: 'AVISA',
      texto:
        cuantas === 1
          ? 'Una exportación no tiene sus datos y el ATS sale sin ella: escríbalos en su factura.'
          : `${cuantas} exportaciones no tienen sus datos y el ATS sale sin ellas: escríbalos en sus facturas, una tras otra.`,
      cuantos: cuantas,
      enlace: `/comprobante/${primera}`,
    })
  for (const { codigo, formularios, texto, enlace } of REGLAS) {
    const cuantos = hallazgos[codigo]
    if (cuantos > 0 && formularios.includes(formulario))
      defectos.push({ codigo, gravedad: 'AVISA', texto: texto(cuantos), cuantos, enlace: enlace?.(contexto) ?? hallados(contexto, codigo) })
  }
  return defectos
}
