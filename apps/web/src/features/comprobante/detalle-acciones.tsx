import type { ComprobanteDetalle, EnlaceDocumento } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { downloadXml } from '../../domain/comprobante/archivos.ts'
import { printRide } from '../../domain/comprobante/print-ride.ts'
import { RideDialog } from '../../domain/comprobante/ride-dialog.tsx'
import { correctPathOf, duplicatePathOf } from '../../domain/emision/rutas.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { hasRight, hasScreen, isAdmin } from '../../lib/sesion/rights.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { canRecord, canRequest, whyNotRequest } from './anulacion.ts'
import { AnularDialog } from './anular-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import classes from './comprobante.module.css'
import { resendDocumento } from './comprobante.queries.ts'
import { canChange, canClose, canMail, canTravel, canWithhold, hasFiles } from './comprobante-rules.ts'
import { CompartirDialog, createEnlace } from './compartir-dialog.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { RegistrarAnulacionDialog } from './registrar-anulacion-dialog.tsx'

/** What can be done with it, at the right; what mends a refused one comes first. */
export function DetalleAcciones({ documento }: { documento: ComprobanteDetalle }) {
  const { id, clave, numero } = documento
  const duplicate = documento.accion === 'NUEVO_NUMERO' ? undefined : duplicatePathOf(documento)
  const leave = useLeave('/comprobante')
  const [opened, setOpened] = useState<'ride' | 'correo' | 'cerrar' | 'anular' | 'registrar'>()
  const [enlace, setEnlace] = useState<EnlaceDocumento>()
  const close = () => setOpened(undefined)
  return (
    <aside className={classes.acciones} aria-label="Acciones">
      <Mend documento={documento} />
      {hasFiles(documento) && (
        <>
          <Button variant="default" onClick={() => setOpened('ride')}>
            Ver RIDE
          </Button>
          <Button variant="default" onClick={() => void untilRefused(printRide(id, 'A4', clave))}>
            Imprimir
          </Button>
          <Button variant="default" onClick={() => void untilRefused(printRide(id, 'TICKET', clave))}>
            Imprimir ticket
          </Button>
          <Button variant="default" onClick={() => void untilRefused(downloadXml(id, clave))}>
            Descargar XML
          </Button>
        </>
      )}
      {hasRight('documento:emitir') && hasFiles(documento) && (
        <Button variant="default" onClick={() => void untilRefused(createEnlace(id).then(setEnlace))}>
          Compartir enlace
        </Button>
      )}
      {hasRight('documento:emitir') && canMail(documento) && (
        <Button variant="default" onClick={() => setOpened('correo')}>
          Reenviar correo
        </Button>
      )}
      {hasRight('documento:emitir') && duplicate !== undefined && (
        <LinkButton variant="default" to={duplicate}>
          Duplicar
        </LinkButton>
      )}
      {hasRight('documento:emitir') && hasScreen('/nota') && canChange(documento) && (
        <>
          <LinkButton variant="default" to={`/nota/registro?de=${id}`}>
            Nota de Crédito
          </LinkButton>
          <LinkButton variant="default" to={`/nota/registro?tipo=05&de=${id}`}>
            Nota de Débito
          </LinkButton>
        </>
      )}
      {hasRight('documento:emitir') && hasScreen('/guia_remision') && canTravel(documento) && (
        <LinkButton variant="default" to={`/guia_remision/registro?de=${id}`}>
          Guía de Remisión
        </LinkButton>
      )}
      {hasRight('documento:emitir') && hasScreen('/retencion/compra') && canWithhold(documento) && (
        <LinkButton variant="default" to={`/retencion/compra/registro?de=${id}`}>
          Retención
        </LinkButton>
      )}
      {isAdmin() && hasRight('documento:anular') && canClose(documento) && (
        <Button variant="default" onClick={() => setOpened('cerrar')}>
          Cerrar número
        </Button>
      )}
      {hasRight('documento:anular') && <Anular documento={documento} onOpen={setOpened} />}
      <Button variant="subtle" onClick={leave}>
        Volver a la lista
      </Button>
      {opened === 'ride' && <RideDialog id={id} clave={clave} numero={numero} onClose={close} />}
      {opened === 'correo' && <MailDialog id={id} numero={numero} onClose={close} />}
      {enlace && <CompartirDialog id={id} numero={numero} enlace={enlace} onClose={() => setEnlace(undefined)} />}
      {opened === 'anular' && <AnularDialog documento={documento} onClose={close} />}
      {opened === 'registrar' && <RegistrarAnulacionDialog id={id} numero={numero} onClose={close} />}
      {opened === 'cerrar' && <CloseDialog id={id} numero={numero} onClose={close} />}
    </aside>
  )
}

/** Voiding: asked of the portal, or recorded by an ADMIN where the SRI did it; where it is not offered, why (O-56). */
function Anular({ documento, onOpen }: { documento: ComprobanteDetalle; onOpen: (dialog: 'anular' | 'registrar') => void }) {
  const why = whyNotRequest(documento)
  return (
    <>
      {canRequest(documento) && (
        <Button variant="default" onClick={() => onOpen('anular')}>
          Solicitar anulación
        </Button>
      )}
      {isAdmin() && canRecord(documento) && (
        <Button variant="default" onClick={() => onOpen('registrar')}>
          Registrar anulación
        </Button>
      )}
      {why && <p className={classes.aviso}>{why}</p>}
    </>
  )
}

/** The way out that the SRI's code leaves (O-97, O-107). */
function Mend({ documento }: { documento: ComprobanteDetalle }) {
  const { id, numero, accion } = documento
  if (!hasRight('documento:emitir')) return null
  if (accion === 'REENVIAR') return <Resend id={id} numero={numero} />
  const [correct, duplicate] = [correctPathOf(documento), duplicatePathOf(documento)]
  if (accion === 'CORREGIR' && correct !== undefined) return <LinkButton to={correct}>Corregir y reenviar</LinkButton>
  return accion === 'NUEVO_NUMERO' && duplicate !== undefined ? <LinkButton to={duplicate}>Emitir con otro número</LinkButton> : null
}

/** Asked before: sending what is not settled brings the same answer. */
function Resend({ id, numero }: { id: string; numero: string }) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    await untilRefused(resendDocumento(id))
    setBusy(false)
    setAsked(false)
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>Reenviar</Button>
      <ConfirmDialog
        opened={isAsked}
        title={`Reenviar ${numero} al SRI`}
        confirmLabel="Reenviar al SRI"
        confirmColor="primary"
        busyLabel="Reenviando…"
        busy={isBusy}
        onConfirm={() => void resend()}
        onCancel={() => setAsked(false)}
      >
        <p>Se envía el mismo comprobante firmado. Hágalo cuando la causa esté resuelta con el SRI; si no, la respuesta será la misma.</p>
      </ConfirmDialog>
    </>
  )
}
