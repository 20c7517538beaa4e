import type { ComprobanteDetalle } from '@yupana/contract'
import { IconAlertTriangle } from '@tabler/icons-react'

import { isAdmin } from '../../lib/sesion/rights.ts'

import classes from './comprobante.module.css'

type Documento = Pick<ComprobanteDetalle, 'estado' | 'codigo_sri' | 'accion' | 'mensajes' | 'eventos' | 'espera_por'>

const TITLES: Readonly<Record<string, string>> = {
  RECHAZADO: 'El SRI no autorizó este comprobante',
  RETENIDO: 'El SRI no lo recibe por una causa ajena al comprobante',
  CUARENTENA: 'Este comprobante está en revisión',
  CERRADO: 'El número de este comprobante se cerró',
}

const NEXT: Readonly<Partial<Record<Documento['accion'], string>>> = {
  CORREGIR: 'Corrija el comprobante y reenvíelo: conserva su número.',
  NUEVO_NUMERO:
    'La clave de acceso lleva el error dentro: emita otro comprobante con los mismos datos. Este número se cierra y queda en el reporte.',
  REENVIAR: 'Cuando haya resuelto la causa con el SRI, reenvíe el mismo comprobante.',
}
/** Labels of the document's elements on the screen. */
const CAMPOS: Readonly<Record<string, string>> = {
  detalles: 'Líneas',
  fechaEmision: 'Fecha de emisión',
  identificacionComprador: 'Identificación del cliente',
  importeTotal: 'Total',
  totalConImpuestos: 'Impuestos',
  fechaIniTransporte: 'Fecha de inicio del transporte',
  ambiente: 'Ambiente de la empresa',
  claveAcceso: 'Clave de acceso',
  codDoc: 'Tipo de comprobante',
  estab: 'Establecimiento',
  ruc: 'RUC de la empresa',
  secuencial: 'Número',
  version: 'Versión del formato',
}

const campoText = (campo: string) => CAMPOS[campo.split('.').at(-1) ?? ''] ?? campo

/** Why a document was refused: the SRI's own words, their meaning, and how to correct it. */
export function DetalleMotivo({
  documento: { estado, codigo_sri: codigo, accion, mensajes: dichos, eventos, espera_por },
}: {
  documento: Documento
}) {
  // For a contradiction without a code, the other messages of the SRI explain nothing.
  const mensajes = accion === 'REVISAR' && codigo === null ? [] : dichos
  const title = espera_por === null ? TITLES[estado] : 'Este comprobante espera una firma electrónica'
  if (title === undefined) return null
  const next = NEXT[accion]
  return (
    <section className={classes.motivo} aria-labelledby="motivo" data-tone={estado === 'CERRADO' ? 'neutral' : 'danger'}>
      <h2 id="motivo">
        <IconAlertTriangle size={20} aria-hidden="true" />
        {title}
      </h2>
      {espera_por === null ? mensajes.length === 0 && <p>{eventos.at(-1)?.causa}</p> : <p>{espera_por}</p>}
      {mensajes.map((mensaje) => (
        <Mensaje key={`${mensaje.identificador} ${mensaje.informacionAdicional ?? ''}`} mensaje={mensaje} />
      ))}
      {estado === 'CERRADO' && <p>{eventos.findLast(({ a }) => a === 'CERRADO')?.causa}</p>}
      {next && <p className={classes.next}>{next}</p>}
      {accion === 'REVISAR' && <Revision />}
    </section>
  )
}

/** A state that only a person can decide (O-54). */
const Revision = () =>
  isAdmin() ? (
    <>
      <p className={classes.next}>No se envía solo: usted decide qué hacer.</p>
      <ol>
        <li>Búsquelo en el portal del SRI por su clave de acceso.</li>
        <li>
          Si no consta, use «Cerrar número» y emita otro con «Duplicar». El número cerrado no se vuelve a usar y queda en «Números sin
          documento autorizado».
        </li>
        <li>Si consta y es el suyo, o tiene dudas, no lo cierre: consulte a su proveedor del sistema.</li>
      </ol>
    </>
  ) : (
    <p className={classes.next}>No se envía solo: avise a un administrador de su empresa.</p>
  )

const Mensaje = ({
  mensaje: { identificador, mensaje, informacionAdicional, causa, campo, remedio },
}: {
  mensaje: Documento['mensajes'][number]
}) => (
  <div className={classes.mensaje}>
    <blockquote aria-label="Respuesta del SRI">
      <p>
        <strong>{identificador}</strong> {mensaje}
      </p>
      {informacionAdicional && <p>{informacionAdicional}</p>}
    </blockquote>
    <dl className={classes.datos}>
      {causa && (
        <div>
          <dt>Qué pasó</dt>
          <dd>{causa}</dd>
        </div>
      )}
      {campo && (
        <div>
          <dt>Qué revisar</dt>
          <dd>{campoText(campo)}</dd>
        </div>
      )}
      {remedio && (
        <div>
          <dt>Qué hacer</dt>
          <dd>{remedio}</dd>
        </div>
      )}
    </dl>
  </div>
)
