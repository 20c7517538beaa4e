// Every error a user can see: code, HTTP status, Spanish text. Routes and services throw from here; app.ts answers.

import { SESION_INACTIVA } from '@yupana/contract'
import {
  addDays,
  conPunto,
  displayFecha,
  displayMonto,
  displayNumero,
  fechaIn,
  horaIn,
  MONTO_MAX,
  numeroOrden,
  type EstadoCotizacion,
  type Fecha,
  type Cantidad,
  type Monto,
} from '@yupana/fiscal'

export interface Problem {
  message: string
  /** The field it is about, as the body names it: `lineas.2.cantidad`. */
  campo?: string | undefined
  codigo?: string | undefined
}

export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly problems: readonly Problem[]
  readonly retryAfter: number | undefined

  constructor(code: string, status: number, msg: string, problems: readonly Problem[] = [{ message: msg }], retryAfter?: number) {
    super(msg)
    this.code = code
    this.status = status
    this.problems = problems
    this.retryAfter = retryAfter
  }
}

const REVISE = 'Revise los datos ingresados'
const field = (code: string, campo: string, message: string) => new AppError(code, 422, REVISE, [{ message, campo }])

/** Nothing is wrong with what was asked: it may be tried again after so many seconds. */
const later = (code: string, msg: string, seconds: number) => new AppError(code, 503, msg, undefined, seconds)

const PERDIDO = 'El archivo ya no se puede leer: se perdió o se dañó donde estaba guardado. Avise a su proveedor.'
/** With what is for the log alone. */
const because = (cause: unknown, error: AppError) => Object.assign(error, { cause })

/** The same refusal of a part of a form, by the names that its fields have there. */
export const refusedAs = ({ code, status, message, problems, retryAfter }: AppError, campoOf: (campo: string) => string): AppError =>
  new AppError(
    code,
    status,
    message,
    problems.map((one) => ({ ...one, campo: campoOf(one.campo ?? '') })),
    retryAfter,
  )

/** The names are the caller's own words: a few of them, and not long. `en` is the place in the form, with a final dot. */
export const undeclaredProblems = (campos: readonly string[], en = ''): Problem[] =>
  campos
    .slice(0, 20)
    .map((campo) => ({ message: `El campo «${campo.slice(0, 60)}» no existe en este formulario.`, campo: `${en}${campo.slice(0, 60)}` }))

const nombreEstado = (estado: EstadoCotizacion): string =>
  estado === 'BORRADOR' ? 'en borrador' : estado.toLowerCase().replaceAll('_', ' ')
const pasoDe = (estado: EstadoCotizacion, nuevo: EstadoCotizacion): string =>
  estado === nuevo
    ? `ya está ${nombreEstado(estado)}`
    : `está ${nombreEstado(estado)}: no puede pasar a ${nombreEstado(nuevo).replace('en ', '')}`
const QUE_HACER: Readonly<Record<EstadoCotizacion, string>> = {
  BORRADOR: '',
  ENVIADA: '',
  ACEPTADA: 'Vuelva a abrirla, o duplíquela.',
  RECHAZADA: 'Vuelva a abrirla, o duplíquela.',
  VENCIDA: 'Edítela con otra fecha u otra validez, o duplíquela.',
  FACTURADA_EN_PARTE: 'Facture lo que queda, o déla por cumplida.',
  FACTURADA: 'Puede duplicarla.',
}

const momento = (instant: string): string => `${displayFecha(fechaIn(new Date(instant)))} a las ${horaIn(new Date(instant))}`
const ELIMINADO: Record<string, string> = { persona: 'la persona', bodega: 'la bodega', producto: 'el producto' }
const NO_VUELVE = { taken: 'otro registro tomó su nombre, código o identificación', orphan: 'lo que nombraba ya no existe' } as const
const isNoVuelve = (why: string): why is keyof typeof NO_VUELVE => Object.hasOwn(NO_VUELVE, why)

export const errors = {
  invalid: (problems: readonly Problem[]) => new AppError('INVALID', 422, REVISE, problems),
  undeclared: (campos: readonly string[]) => new AppError('UNDECLARED', 422, REVISE, undeclaredProblems(campos)),
  badRequest: () => new AppError('BAD_REQUEST', 400, 'Error en la solicitud'),
  requestTimeout: () => new AppError('REQUEST_TIMEOUT', 408, 'La solicitud ha expirado, por favor intente nuevamente'),
  /** Not over: the page asks for the password and goes on (O-123). */
  sessionInactive: () => {
    const msg = 'Su sesión se detuvo por inactividad. Ingrese su contraseña para continuar.'
    return new AppError('INACTIVE', 401, msg, [{ message: msg, codigo: SESION_INACTIVA }])
  },
  unauthorized: () => new AppError('UNAUTHORIZED', 401, 'Su sesión ha expirado'),
  forbidden: () => new AppError('FORBIDDEN', 403, 'No tiene permisos para realizar esta acción'),
  notFound: () => new AppError('NOT_FOUND', 404, 'El recurso solicitado no existe o ha sido eliminado'),
  conflict: () => new AppError('CONFLICT', 409, 'El registro fue modificado por otra persona, recargue y vuelva a intentar'),
  vanished: (tabla: string, como = 'eliminó') =>
    new AppError('VANISHED', 409, `Mientras guardaba, alguien ${como} ${ELIMINADO[tabla] ?? 'algo que usa'}: recargue e intente de nuevo.`),
  draftIssued: () => new AppError('CONFLICT', 409, 'Este borrador ya se emitió, búsquelo entre los comprobantes'),
  tillOpen: ({ numero, abierta_en: en }: { numero: string; abierta_en: string }) =>
    new AppError('TILL_OPEN', 409, `Ya tiene abierta la caja ${numero}, desde el ${momento(en)}. Ciérrela antes de abrir otra.`),
  tillClosed: ({ numero, cerrada_por: quien, cerrada_en: en }: { numero: string; cerrada_por: string | null; cerrada_en: string | null }) =>
    new AppError('TILL_CLOSED', 409, `La caja ${numero} ya fue cerrada por ${quien ?? 'otra persona'} el ${momento(en ?? '')}.`),
  tillMoved: (esperado: Monto) =>
    new AppError(
      'TILL_MOVED',
      409,
      `Entró o salió efectivo mientras contaba: ahora se esperan ${displayMonto(esperado)}. Revise el conteo y vuelva a cerrar.`,
    ),
  tooLarge: () => new AppError('TOO_LARGE', 413, 'El contenido enviado es demasiado grande'),
  unsupportedType: () => new AppError('UNSUPPORTED_TYPE', 415, 'El tipo de contenido no es válido'),
  internal: () => new AppError('INTERNAL', 500, 'Error interno del servicio. Por favor contáctese con su proveedor'),
  unavailable: () => later('UNAVAILABLE', 'El servicio no está disponible por el momento, intente nuevamente en unos segundos', 5),
  printingBusy: () =>
    later('PRINTING_BUSY', 'Hay demasiados documentos por imprimir en este momento. Vuelva a intentar en unos segundos.', 5),
  printingFailed: () => later('PRINTING_FAILED', 'El documento no se pudo imprimir a tiempo. Vuelva a intentar en unos segundos.', 10),
  tooMany: (seconds: number) =>
    new AppError('TOO_MANY', 429, `Demasiados intentos. Espere ${seconds} segundos y vuelva a intentar`, undefined, seconds),

  /** A limit of use (reliability §3.5): says what was too much and when to come again. */
  limitReached: (motivo: string, wait: string, seconds: number) =>
    new AppError('LIMIT', 429, `${motivo}. Vuelva a intentar en ${wait}.`, undefined, seconds),

  badCredentials: () => new AppError('BAD_CREDENTIALS', 422, 'Usuario o contraseña incorrectos'),
  /** Only after a correct password. */
  noCompany: () => new AppError('NO_COMPANY', 422, 'Su usuario no pertenece a ninguna empresa activa. Comuníquese con su administrador.'),
  /** A session of SUPER_ADMIN in no company. */
  noCompanyHere: () => new AppError('NO_COMPANY_HERE', 403, 'Esta acción es de una empresa y su sesión no está en ninguna'),
  closedToSupport: () =>
    new AppError('CLOSED_TO_SUPPORT', 403, 'En modo impersonate no se permite esta acción: solo puede hacerla la propia persona'),
  supportNeedsLeave: () =>
    new AppError(
      'SUPPORT_NEEDS_LEAVE',
      403,
      'En modo impersonate solo se emite y anula los días en que un administrador de la empresa lo permite',
    ),
  badImpersonation: () => new AppError('BAD_IMPERSONATION', 422, 'No se pudo iniciar sesión, por favor intente nuevamente'),
  wrongPassword: (campo = 'pass') => field('WRONG_PASSWORD', campo, 'La contraseña actual no es correcta.'),
  signatureLinkInvalid: () => field('LINK', 'codigo', 'Este enlace ya se usó o venció. Pida otro en Firma electrónica.'),
  resetCodeInvalid: () => new AppError('RESET_CODE', 422, 'Código de restauración inválido.'),
  codeInvalid: () => field('CODIGO', 'codigo', 'El código no es correcto o ya se usó. Ingrese el que muestra ahora su aplicación.'),
  /** Too late, used, or begun with a password that is no longer his. */
  challengeInvalid: () => field('DESAFIO', 'desafio', 'El tiempo para ingresar el código terminó. Inicie sesión de nuevo.'),
  factorActive: () => new AppError('FACTOR_ACTIVE', 422, 'La verificación en dos pasos ya está activa.'),
  factorMissing: () => new AppError('FACTOR_MISSING', 422, 'La verificación en dos pasos no está activa.'),
  factorNotBegun: () => new AppError('FACTOR_NOT_BEGUN', 422, 'Empiece de nuevo: pida otro código QR.'),
  /** O-103: a session of before cannot be stretched past the rule. */
  factorNeeded: () => new AppError('FACTOR_NEEDED', 422, 'Inicie sesión de nuevo: su usuario necesita la verificación en dos pasos.'),
  factorForSignature: () =>
    new AppError(
      'FACTOR_FOR_SIGNATURE',
      422,
      'Para manejar la firma electrónica active primero la verificación en dos pasos en su Perfil, y vuelva a intentarlo.',
    ),
  tooEarlyToRenew: () => new AppError('TOO_EARLY', 422, 'La sesión solo puede renovarse en sus últimos diez minutos'),

  field,
  packageToNobody: () => field('PACKAGE_TO_NOBODY', 'correos', 'Guarde primero a qué correos se envía.'),
  /** Why a mailbox cannot be read, at the field to look at. */
  mailbox: (campo: string, message: string) => field('MAILBOX', campo, message),
  mailboxPassword: () => field('MAILBOX', 'contrasena', 'Escriba la contraseña: la guardada es de otro servidor o de otro usuario.'),
  packageOnItsWay: (mes: string) => field('PACKAGE_ON_ITS_WAY', 'mes', `El paquete de ${mes} ya está en camino: espere a que termine.`),
  ownUser: () => new AppError('OWN_USER', 422, 'No puede cambiar su propio usuario: pídalo a otro administrador.'),
  lastAdmin: () =>
    new AppError('LAST_ADMIN', 422, 'La empresa debe conservar al menos un administrador activo que administre a sus empleados.'),
  invitationSuspended: () =>
    new AppError(
      'INVITATION_SUSPENDED',
      422,
      'La empresa está suspendida: nadie puede ingresar en ella. Su invitación sigue sirviendo cuando se reactive, hasta que venza.',
    ),
  companySuspended: () =>
    new AppError('COMPANY_SUSPENDED', 422, 'La empresa está suspendida: nadie puede ingresar en ella. Reactívela antes de invitar.'),
  companyAdministered: () =>
    new AppError('COMPANY_ADMINISTERED', 422, 'La empresa ya tiene un administrador activo: él invita a los demás.'),
  invitationInvalid: () => new AppError('INVITATION', 422, 'La invitación no es válida o ya venció. Pida otra a quien le invitó.'),
  storeEmpty: () => new AppError('STORE_EMPTY', 422, 'Su carrito está vacío.'),
  storeChanged: () => new AppError('STORE_CHANGED', 422, 'Los precios o el carrito cambiaron. Revise el total y vuelva a intentar.'),
  ordersWaiting: (most: number) =>
    new AppError('ORDERS_WAITING', 422, `La empresa tiene ${most} órdenes por pagar o en revisión: pague o anule una.`),
  storePrice: (nombre: string) =>
    new AppError('STORE_PRICE', 422, `${nombre} no se puede vender hoy: su tarifa de IVA ya no está vigente.`),
  declarationBought: (nombre: string, orden: number) =>
    new AppError('DECLARATION_BOUGHT', 422, `${nombre} ya está en la orden ${numeroOrden(orden)}: se compra una sola vez.`),
  declarationFiled: (nombre: string) =>
    new AppError('DECLARATION_FILED', 422, `La declaración ${nombre} ya está presentada: no hace falta comprarla.`),
  declarationFiledMeanwhile: (nombre: string) =>
    new AppError(
      'DECLARATION_FILED_MEANWHILE',
      409,
      `La empresa ya presentó ${nombre} por su cuenta: esta orden no se cobra. Anúlela con el motivo y devuelva lo transferido.`,
    ),
  declarationIncomplete: (falta: string) =>
    new AppError('DECLARATION_INCOMPLETE', 422, `Antes, la empresa tiene que completar su papel de trabajo. ${falta}`),
  couponUnknown: () => field('COUPON', 'codigo', 'Ese cupón no existe. Revise cómo lo escribió.'),
  couponRefused: (problema: string) => field('COUPON_REFUSED', 'codigo', problema),
  couponsFull: (most: number) =>
    new AppError('COUPONS_FULL', 422, `Ya hay ${most} cupones que se pueden usar, que es el máximo. Quite el uso a uno.`),
  cardGateway: () =>
    new AppError('CARD_GATEWAY', 503, 'El cobro con tarjeta no responde. Vuelva a intentar en un minuto: no se cobra dos veces.'),
  storeFull: (most: number) => new AppError('STORE_FULL', 422, `En el carrito caben ${most} líneas: pague las que tiene o quite una.`),
  orderMove: () => new AppError('ORDER_MOVE', 422, 'La orden no está en un estado que lo permita. Recargue para ver cómo va.'),
  orderUnissued: () => new AppError('ORDER_UNISSUED', 422, 'Emita antes lo que falta de esta orden.'),
  signatureDrafts: (most: number) =>
    new AppError('SIGNATURE_DRAFTS', 422, `Ya tiene ${most} solicitudes sin enviar: termine una o elimínela.`),
  signaturesWaiting: (most: number) =>
    new AppError('SIGNATURES_WAITING', 422, `Ya envió ${most} solicitudes que todavía no terminan: espere a que se resuelva una.`),
  companySignaturesWaiting: (most: number) =>
    new AppError(
      'SIGNATURES_WAITING',
      422,
      `Su empresa ya tiene ${most} solicitudes enviadas que todavía no terminan: espere a que se resuelva una.`,
    ),
  signatureClosed: () =>
    new AppError(
      'SIGNATURE_CLOSED',
      422,
      'Esta solicitud ya no se puede cambiar: solo se corrige lo que se observó. Recargue para ver cómo va.',
    ),
  signaturePaidFor: (que: string) => field('KIND', 'tipo', `Lo pagado es una firma de ${que}. Empiece otra solicitud para otra firma.`),
  signatureNonePaid: () =>
    new AppError('SIGNATURE_NONE_PAID', 422, 'Esa orden no tiene una firma pagada así por usar. Recargue para ver qué queda.'),
  signatureUnchecked: (falta: string) => field('CHECKLIST', 'comprobado', `Falta comprobar: ${falta}.`),
  signatureTaken: (en: string) =>
    new AppError(
      'SIGNATURE_TAKEN',
      422,
      `Ya se descargó para la entidad el ${en}: enviarla otra vez la cobra dos veces. Confirme si la necesita.`,
    ),
  signatureUnpaid: () => field('UNPAID', 'sin_pago', 'Ninguna orden pagó esta firma. Espere el pago, o confirme que se aprueba sin él.'),
  signatureOpen: () => new AppError('SIGNATURE_OPEN', 422, 'Los documentos se pueden borrar cuando la solicitud termine.'),
  signatureMove: () => new AppError('SIGNATURE_MOVE', 422, 'La solicitud no está en un estado que lo permita. Recargue para ver cómo va.'),
  /** The link to a mail: used, too old, taken back, or asked for by somebody else. */
  mailLinkInvalid: () => new AppError('MAIL_LINK', 422, 'El enlace ya se usó, venció o lo pidió otra cuenta. Pida otro en su perfil.'),
  mailTaken: () =>
    new AppError(
      'MAIL_TAKEN',
      422,
      'Ese correo ya es de otra cuenta, o lo fue en los últimos 180 días. Ingrese con ella, o elija otro correo en su perfil.',
    ),
  mailReserved: () =>
    new AppError(
      'MAIL_RESERVED',
      422,
      'Ese correo fue de otra cuenta en los últimos 180 días y sigue reservado para ella. Pida la invitación a otro correo.',
    ),
  noMailPending: () => new AppError('NO_MAIL_PENDING', 422, 'No hay un correo por verificar.'),
  /** What goes by mail has nowhere to go. */
  noMail: () => new AppError('NO_MAIL', 422, 'Su usuario no tiene un correo verificado. Verifíquelo en su perfil e intente de nuevo.'),
  /** The link alone lets nobody in who has an account. */
  invitationNotYours: (mail: string) =>
    new AppError('INVITATION_NOT_YOURS', 422, `La invitación es para ${mail}. Ingrese con la cuenta de ese correo para aceptarla.`),
  invitationNeedsSignIn: () =>
    new AppError(
      'INVITATION_SIGN_IN',
      422,
      'Inicie sesión y abra de nuevo el enlace de la invitación: su cuenta necesita configurar la verificación en dos pasos.',
    ),
  alreadyEmployee: (mail: string) => field('ALREADY_EMPLOYEE', 'mail', `${mail} ya es empleado de la empresa.`),
  idempotencyKeyMissing: () =>
    field('IDEMPOTENCY_KEY', 'Idempotency-Key', 'Falta la cabecera Idempotency-Key (de 8 a 100 caracteres) que identifica este envío.'),
  idempotencyKeyReused: () =>
    field('IDEMPOTENCY_REUSED', 'Idempotency-Key', 'Esta clave de envío ya se usó con otros datos. Vuelva a abrir el formulario.'),
  clockWrong: () =>
    new AppError(
      'CLOCK',
      503,
      'El reloj del servidor está desajustado más de cinco minutos: no se puede emitir hasta corregirlo. Avise a su proveedor.',
      undefined,
      60,
    ),
  storageAway: (cause: unknown) =>
    because(cause, later('STORAGE', 'El lugar donde se guardan los archivos no responde. Espere un momento y vuelva a intentarlo.', 10)),
  /** The row of a file is there, and its bytes are not, or are others than were written. */
  fileLost: (cause: unknown) => because(cause, new AppError('FILE_LOST', 410, PERDIDO)),
  fenced: () =>
    later('FENCED', 'Esta instalación fue restaurada de un respaldo y aún no puede emitir: falta la conciliación con el SRI.', 60),

  codeAlreadyUsed: (code: string) => field('CODE_ALREADY_USED', 'code', `Ya existe un producto con el código ${code}.`),
  /** `problems` name each refused row and why; none of the others was saved. */
  rowsRefused: (problems: readonly Problem[]) =>
    new AppError('ROWS_REFUSED', 422, 'No se guardó ningún producto: revise las filas señaladas.', problems),
  tooManyToUndo: (max: number) =>
    new AppError('TOO_MANY_TO_UNDO', 422, `Se deshacen hasta ${max} productos a la vez: suba un archivo con los precios anteriores.`),
  uploadsWaiting: (max: number) =>
    new AppError('UPLOADS_WAITING', 422, `Su empresa ya tiene ${max} archivos en curso. Espere a que terminen.`),
  jobsWaiting: (quien: string, max: number) =>
    new AppError('JOBS_WAITING', 422, `${quien} ya tiene ${max} archivos en preparación. Espere a que terminen o cancele uno.`),
  uploadNotReady: () => new AppError('UPLOAD_NOT_READY', 422, 'El archivo no se puede aplicar: tiene errores o nada que cambiar.'),
  deletionOver: () => new AppError('DELETION_OVER', 404, 'Esta eliminación ya no se puede deshacer.'),
  deletionKept: (why: string) =>
    new AppError('DELETION_KEPT', 422, `No se puede deshacer la eliminación: ${isNoVuelve(why) ? NO_VUELVE[why] : why}.`),
  alreadyUndone: () => new AppError('ALREADY_UNDONE', 422, 'Esta actualización ya fue deshecha.'),
  identificationAlreadyUsed: (identificacion: string) =>
    field('IDENTIFICATION_USED', 'identificacion', `Ya existe una persona con la identificación ${identificacion}.`),
  /** `una`: «una unidad». */
  nameAlreadyUsed: (una: string, name: string) => field('NAME_ALREADY_USED', 'name', conPunto(`Ya existe ${una} con el nombre ${name}`)),
  nameAlreadyUsedHere: (una: string, name: string) =>
    field('NAME_ALREADY_USED', 'name', `Ya existe ${una} con el nombre ${name} en ese lugar.`),
  categoryParentAbsent: () =>
    field('CATEGORY_PARENT', 'parent_id', 'La categoría superior ya no existe. Elija otra, o deje esta en el primer nivel.'),
  categoryCircle: (name: string) =>
    field('CATEGORY_CIRCLE', 'parent_id', `${name} no puede estar dentro de sí misma ni de una que está debajo de ella. Elija otro lugar.`),
  categoryTooDeep: (niveles: number) =>
    field('CATEGORY_DEPTH', 'parent_id', `Las categorías tienen hasta ${niveles} niveles. Elija un lugar más arriba.`),
  categoryHasChildren: (name: string) =>
    new AppError('IN_USE', 422, `No se puede eliminar: hay categorías debajo de ${conPunto(name)} Muévalas o elimínelas antes.`),
  catalogFull: (max: number, unidades: string) =>
    new AppError(
      'CATALOG_FULL',
      422,
      `La empresa ya tiene ${max} ${unidades}, que es el máximo. Elimine lo que no use y vuelva a intentar.`,
    ),
  sumTooLarge: () =>
    new AppError(
      'SUM_TOO_LARGE',
      422,
      `Los valores suman más de ${displayMonto(MONTO_MAX)}, lo máximo que se puede calcular. Revise los montos registrados.`,
    ),
  stockTooLarge: () =>
    field('STOCK_TOO_LARGE', 'lineas', 'Las cantidades o los valores superan lo que el inventario de un producto puede llevar.'),
  notReceivable: (motivo: string) => new AppError('NOT_RECEIVABLE', 422, motivo),
  bodegaKept: (why: string) => new AppError('IN_USE', 422, `No se puede eliminar: ${why}`),
  inUseByProducts: (what: string) => new AppError('IN_USE', 422, `No se puede eliminar: ${what} consta en productos. Puede desactivarla.`),
  inUse: (what: string, donde = 'documentos emitidos') =>
    new AppError('IN_USE', 422, `No se puede eliminar: ${what} consta en ${donde}. Puede desactivarlo.`),
  inUseElsewhere: () => new AppError('IN_USE', 422, 'No se puede eliminar: otros registros de la empresa lo usan. Puede desactivarlo.'),

  dateNotAllowed: (hoy: Fecha, dias: number) =>
    field(
      'DATE_NOT_ALLOWED',
      'fecha_emision',
      dias === 0
        ? `La fecha de emisión tiene que ser la de hoy, ${displayFecha(hoy)}: el SRI pide transmitir el mismo día.`
        : `La fecha de emisión puede ir del ${displayFecha(addDays(hoy, -dias))} a hoy, ${displayFecha(hoy)}: son los días anteriores que admite la empresa.`,
    ),
  condicionesUnconfirmed: () =>
    new AppError(
      'CONDICIONES_UNCONFIRMED',
      422,
      'Antes de emitir confirme el régimen de la empresa y si está obligada a llevar contabilidad, en Empresa › Condiciones tributarias.',
    ),
  certificateMissing: () =>
    new AppError('CERTIFICATE_MISSING', 422, 'La empresa no tiene una firma electrónica vigente. Cárguela en Empresa › Firma electrónica.'),
  certificateExpired: (fecha: Fecha) =>
    new AppError('CERTIFICATE_EXPIRED', 422, `La firma venció el ${displayFecha(fecha)}. Cargue otra en Empresa › Firma electrónica.`),
  certificateUnusable: () =>
    new AppError('CERTIFICATE_UNUSABLE', 422, 'La llave de la firma no se puede abrir. Cárguela otra vez en Empresa › Firma electrónica.'),
  companyPaused: (motivo: string) => new AppError('COMPANY_PAUSED', 422, `La emisión está detenida: ${motivo}`),
  seriesPaused: (motivo: string) => new AppError('SERIES_PAUSED', 422, `La emisión en este punto está detenida: ${motivo}`),
  seriesExhausted: () => new AppError('SERIES_EXHAUSTED', 422, 'La serie llegó a su último número. Abra otro punto de emisión.'),
  documentTooLong: () =>
    field('DOCUMENT_TOO_LONG', 'lineas', 'El documento supera los 320 KB que admite el SRI: repártalo en varios o acorte sus textos.'),
  seriesOnlyForward: (siguiente: number) =>
    field('SERIES_FORWARD', 'siguiente', `La serie ya fue usada: el siguiente número solo puede avanzar (ahora es ${siguiente}).`),
  pointNotAllowed: () => field('POINT_NOT_ALLOWED', 'punto', 'Su usuario no está asignado a este punto de emisión.'),
  wrongState: (estado: string, accion: string) =>
    new AppError('WRONG_STATE', 422, `El documento está en estado ${estado}: no se puede ${accion}.`),
  quoteState: (estado: EstadoCotizacion, accion: string) =>
    new AppError('QUOTE_STATE', 422, `La cotización está ${nombreEstado(estado)}: no se puede ${accion}. ${QUE_HACER[estado]}`.trim()),
  quoteRest: (at: number, descripcion: string, queda: Cantidad): Problem => ({
    campo: `lineas.${at}.cantidad`,
    message: `De «${descripcion}» quedan ${displayNumero(queda)} por facturar en la cotización: baje la cantidad, o venda lo demás sin ella.`,
  }),
  quoteMove: (estado: EstadoCotizacion, nuevo: EstadoCotizacion) =>
    field('QUOTE_STATE', 'estado', `La cotización ${pasoDe(estado, nuevo)}. ${QUE_HACER[estado]}`.trim()),
  /** Of a link to a quote; whoever holds it is told in a page. */
  linkInvalid: () => new AppError('LINK_INVALID', 404, 'Este enlace no existe o ya no sirve. Pida otro a quien se lo envió.'),
  downloadInvalid: () =>
    new AppError('DOWNLOAD', 404, 'Esta descarga ya se usó, venció o no existe. Vuelva a la página y pida el archivo otra vez.'),
  linkWaiting: () =>
    new AppError('LINK_WAITING', 404, 'Esta cotización se está actualizando. Vuelva más tarde, o consulte a quien se la envió.'),
  quoteChanged: () =>
    new AppError(
      'QUOTE_CHANGED',
      422,
      'La cotización cambió o ya fue respondida mientras usted la leía. Vuelva a abrir el enlace y revísela.',
    ),
  quoteExpired: (vence: Fecha) =>
    field('QUOTE_EXPIRED', 'validez_dias', `La cotización venció el ${displayFecha(vence)}: cambie su fecha o sus días de validez.`),
  issuedOutside: () =>
    new AppError('ISSUED_OUTSIDE', 422, 'Este comprobante se emitió fuera del sistema: su RIDE y su XML están donde se emitió.'),
  alreadyFiled: (quien: string, cuando: string) =>
    new AppError('ALREADY_FILED', 409, `Ya la declaró ${quien} el ${cuando} y nada cambió desde entonces. Recargue para verla.`),
  figuresChanged: () =>
    new AppError('FIGURES_CHANGED', 409, 'Las cifras cambiaron mientras las revisaba. Recargue el papel de trabajo y vuelva a revisarlo.'),
  notVoidable: (motivo: string) => new AppError('NOT_VOIDABLE', 422, motivo),
  voidedMeanwhile: () =>
    new AppError('VOIDED', 409, 'Este comprobante ya fue anulado: alguien registró su anulación antes. Recargue para verla.'),
  tooManyResends: () => new AppError('MAIL_LIMIT', 429, 'Este documento ya se reenvió tres veces hoy a ese correo.', undefined, 3600),
}
