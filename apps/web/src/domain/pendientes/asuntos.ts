import { LISTING_EXACT_LIMIT, type Atencion as AtencionFiltro, type Pendientes, type PendientesMesa } from '@yupana/contract'
import {
  IconAlertTriangle,
  IconBan,
  IconClock,
  IconEyeExclamation,
  IconMailOff,
  IconFileX,
  IconMailX,
  IconPackage,
  IconPlayerPause,
  IconReceipt,
  IconReportMoney,
  IconSignature,
  IconUserX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { fechaIn } from '@yupana/fiscal'

import { fechaText } from '../../lib/formato/format.ts'
import { hasScreen, isAdmin } from '../../lib/sesion/rights.ts'
import { serverNow } from '../../lib/sesion/server-clock.ts'

/** A pending matter. */
export interface Asunto {
  id: string
  icon: TablerIcon
  tone: 'danger' | 'warning' | 'neutral'
  text: string
  hint: string
  /** Where it is settled; undefined where this user may not settle it. */
  to: string | undefined
  /** It settles itself: it is shown, but the bell does not count it. */
  isSelfSettling?: true
}

const FIRMA_AVISO_DIAS = 30

const countText = (count: number) =>
  count > LISTING_EXACT_LIMIT ? `Más de ${String(LISTING_EXACT_LIMIT).replace(/000$/, ' 000')}` : String(count)

const listaOf = (atencion: AtencionFiltro) => `/comprobante?atencion=${atencion}&desde=`

function asuntoOf(count: number, one: string, several: string, rest: Omit<Asunto, 'text'>): Asunto[] {
  return count === 0 ? [] : [{ ...rest, text: `${countText(count)} ${count === 1 ? one : several}` }]
}

const reviewHint = (isOne: boolean) =>
  `Algo no coincide con lo que consta en el SRI y ${isOne ? 'no se envía solo' : 'no se envían solos'}. ` +
  (isAdmin() ? `${isOne ? 'Ábralo' : 'Ábralos'} y decida` : 'Avise a un administrador')

/** A signature that ends soon or has ended; a missing one only if the first steps do not ask for it already. */
function firmaOf(firma: Pendientes['firma'], sinFirmar: number, hasSteps: boolean, to: string | undefined): Asunto[] {
  const common = { id: 'firma', icon: IconSignature, to }
  const esperan =
    sinFirmar === 0 ? '' : ` ${countText(sinFirmar)} ${sinFirmar === 1 ? 'comprobante espera' : 'comprobantes esperan'} su firma.`
  if (firma?.inservible)
    return [
      {
        ...common,
        tone: 'danger',
        text: 'Su firma electrónica no se puede usar',
        hint: `Su llave no se abre: cárguela de nuevo.${esperan}`,
      },
    ]
  if (!firma)
    return hasSteps && sinFirmar === 0
      ? []
      : [{ ...common, tone: 'danger', text: 'Sin firma electrónica', hint: `Sin ella no se pueden emitir comprobantes.${esperan}` }]
  const { dias_restantes: dias } = firma
  if (dias > FIRMA_AVISO_DIAS) return []
  const isOver = Date.parse(firma.hasta) <= serverNow()
  const hint = `Válida hasta el ${fechaText(fechaIn(new Date(firma.hasta)))}. ${isOver ? 'Suba la nueva' : 'Suba la nueva con tiempo'}`
  if (isOver) return [{ ...common, tone: 'danger', text: 'Su firma electrónica caducó', hint: `${hint}.${esperan}` }]
  const when = dias === 0 ? 'hoy' : dias === 1 ? 'mañana' : `en ${dias} días`
  return [{ ...common, tone: 'warning', text: `Su firma electrónica caduca ${when}`, hint }]
}

/** What others did to a document: its receiver disowned it, or its issuer voided it. */
function deOtrosOf(cuentas: Pick<Pendientes, 'no_corresponden' | 'compras_anuladas' | 'retenciones_anuladas'>): Asunto[] {
  return [
    ...asuntoOf(cuentas.no_corresponden, 'comprobante que dicen que no corresponde', 'comprobantes que dicen que no corresponden', {
      id: 'no-corresponden',
      icon: IconUserX,
      tone: 'warning',
      hint: 'Lo dijo quien abrió su enlace: vea a quién lo emitió',
      to: listaOf('NO_CORRESPONDEN'),
    }),
    ...asuntoOf(cuentas.compras_anuladas, 'compra anulada por su proveedor', 'compras anuladas por sus proveedores', {
      id: 'compras-anuladas',
      icon: IconFileX,
      tone: 'danger',
      hint: 'Consta anulada en el SRI: anúlela aquí para que no cuente',
      to: '/comprobante/compras?estado=REGISTRADA&anulado_emisor=true',
    }),
    ...asuntoOf(
      cuentas.retenciones_anuladas,
      'retención recibida anulada por su emisor',
      'retenciones recibidas anuladas por sus emisores',
      {
        id: 'retenciones-anuladas',
        icon: IconFileX,
        tone: 'danger',
        hint: 'Consta anulada en el SRI: elimínela para que no cuente',
        to: '/comprobante/retenciones?anulado_emisor=true',
      },
    ),
  ]
}

/** Pending matters, the worst first; a missing signature only if no first steps ask for it. */
export function asuntosOf({ pausada, firma, buzon, sin_firmar: sinFirmar, ...cuentas }: Pendientes, hasSteps: boolean): Asunto[] {
  const perfil = isAdmin() ? '/empresa_perfil' : undefined
  return [
    ...(pausada === null
      ? []
      : [{ id: 'pausada', icon: IconPlayerPause, tone: 'danger' as const, text: 'Emisión detenida', hint: pausada, to: perfil }]),
    ...asuntoOf(cuentas.no_autorizados, 'no autorizado', 'no autorizados', {
      id: 'no-autorizados',
      icon: IconX,
      tone: 'danger',
      hint: 'Corrija y reenvíe',
      to: listaOf('NO_AUTORIZADOS'),
    }),
    ...asuntoOf(cuentas.retenidos, 'retenido', 'retenidos', {
      id: 'retenidos',
      icon: IconAlertTriangle,
      tone: 'warning',
      hint: 'Resuelva la causa y reenvíe',
      to: listaOf('RETENIDOS'),
    }),
    ...asuntoOf(cuentas.en_revision, 'en revisión', 'en revisión', {
      id: 'en-revision',
      icon: IconEyeExclamation,
      tone: 'danger',
      to: listaOf('EN_REVISION'),
      hint: reviewHint(cuentas.en_revision === 1),
    }),
    ...asuntoOf(cuentas.en_espera, 'en espera', 'en espera', {
      id: 'en-espera',
      icon: IconClock,
      tone: 'neutral',
      hint: `${cuentas.en_espera === 1 ? 'Se envía solo' : 'Se envían solos'} en cuanto el SRI responda`,
      to: listaOf('EN_ESPERA'),
      isSelfSettling: true,
    }),
    ...deOtrosOf(cuentas),
    ...asuntoOf(cuentas.correos_fallidos, 'correo no entregado', 'correos no entregados', {
      id: 'correos',
      icon: IconMailX,
      tone: 'warning',
      hint: 'Revise la dirección y reenvíe',
      to: listaOf('CORREOS_FALLIDOS'),
    }),
    ...asuntoOf(cuentas.por_anular, 'anulación en curso', 'anulaciones en curso', {
      id: 'anulaciones',
      icon: IconBan,
      tone: 'neutral',
      hint: 'Vea si falta pedirla en el portal o que el receptor la acepte',
      to: listaOf('POR_ANULAR'),
    }),
    ...asuntoOf(cuentas.por_reponer, 'producto por reponer', 'productos por reponer', {
      id: 'reponer',
      icon: IconPackage,
      tone: 'warning',
      hint: 'Queda menos que su stock mínimo: vea cuánto comprar',
      to: hasScreen('/movimiento') ? '/movimiento/existencias?estado=REPONER' : undefined,
    }),
    ...(buzon === null
      ? []
      : [
          {
            id: 'buzon',
            icon: IconMailOff,
            tone: 'warning' as const,
            text: 'El buzón de recibidos no se puede leer',
            hint: buzon,
            to: perfil && `${perfil}?seccion=buzon`,
          },
        ]),
    ...firmaOf(firma, sinFirmar, hasSteps, perfil && `${perfil}?seccion=firma`),
  ]
}

/** Pending matters at the desks of the installation. */
export const asuntosDeMesa = ({ pagos, firmas, declaraciones }: PendientesMesa): Asunto[] => [
  ...asuntoOf(pagos, 'pago por revisar', 'pagos por revisar', {
    id: 'pagos',
    icon: IconReceipt,
    tone: 'warning',
    hint: 'Vea el comprobante y apruebe o rechace la orden',
    to: '/administracion/tienda',
  }),
  ...asuntoOf(firmas, 'solicitud de firma por atender', 'solicitudes de firma por atender', {
    id: 'firmas',
    icon: IconSignature,
    tone: 'warning',
    hint: 'Revise sus documentos o anote su emisión',
    to: '/administracion/firmas',
  }),
  ...asuntoOf(declaraciones, 'declaración por presentar', 'declaraciones por presentar', {
    id: 'declaraciones',
    icon: IconReportMoney,
    tone: 'warning',
    hint: 'Preséntela en el SRI y anote su número',
    to: '/administracion/tienda?ver=declaraciones',
  }),
]
