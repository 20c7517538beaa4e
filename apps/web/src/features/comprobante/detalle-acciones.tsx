import type { ComprobanteDetalle, EnlaceDocumento } from '@yupana/contract'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { COD_DOC, NOMBRE_COMPROBANTE } from '@yupana/fiscal'

import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { downloadXml } from '../../domain/comprobante/archivos.ts'
import { printRide } from '../../domain/comprobante/print-ride.ts'
import { RideDialog } from '../../domain/comprobante/ride-dialog.tsx'
import { correctPathOf, duplicatePathOf, nuevoOf } from '../../domain/emision/rutas.ts'
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

type Dialogo = 'ride' | 'correo' | 'cerrar' | 'anular' | 'registrar'

interface AccionesProps {
  documento: ComprobanteDetalle
  /** It was just issued in this tab: the next action at the counter has the focus. */
  isFresh: boolean
}

/** Actions of a document, at the right: the correction of a refused one or a new one first, irreversible ones under «Más». */
export function DetalleAcciones({ documento, isFresh }: AccionesProps) {
  const { id, clave, numero } = documento
  const leave = useLeave('/comprobante')
  const [opened, setOpened] = useState<Dialogo>()
  const [enlace, setEnlace] = useState<EnlaceDocumento>()
  const close = () => setOpened(undefined)
  const emits = hasRight('documento:emitir')
  return (
    <aside className={classes.acciones} aria-label="Acciones">
      <Mend documento={documento} />
      <Nueva documento={documento} takesFocus={isFresh} />
      {hasFiles(documento) && (
        <Grupo label="Documento">
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
        </Grupo>
      )}
      {emits && hasFiles(documento) && (
        <Grupo label="Enviar">
          {canMail(documento) && (
            <Button variant="default" onClick={() => setOpened('correo')}>
              Reenviar correo
            </Button>
          )}
          <Button variant="default" onClick={() => void untilRefused(createEnlace(id).then(setEnlace))}>
            Compartir enlace
          </Button>
        </Grupo>
      )}
      {emits && <APartir documento={documento} />}
      <Mas documento={documento} onOpen={setOpened} />
      <Button variant="subtle" onClick={leave}>
        Volver a la lista
      </Button>
      {opened === 'ride' && <RideDialog id={id} clave={clave} numero={numero} onClose={close} />}
      {opened === 'correo' && <MailDialog id={id} numero={numero} onClose={close} />}
      {enlace && <CompartirDialog id={id} numero={numero} enlace={enlace} onClose={() => setEnlace(undefined)} />}
      {opened === 'anular' && <AnularDialog documento={documento} onClose={close} />}
      {opened === 'registrar' && <RegistrarAnulacionDialog documento={documento} onClose={close} />}
      {opened === 'cerrar' && <CloseDialog id={id} numero={numero} onClose={close} />}
    </aside>
  )
}

const Grupo = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className={classes.grupo}>
    {children}
  </div>
)

/** Button for a new document of the same kind. */
function Nueva({ documento: { tipo, accion }, takesFocus }: { documento: ComprobanteDetalle; takesFocus: boolean }) {
  const nueva = nuevoOf(tipo)
  const mends = ['CORREGIR', 'NUEVO_NUMERO', 'REENVIAR'].includes(accion)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  if (!nueva || !hasRight('documento:crear') || !hasScreen(nueva.pantalla)) return null
  return (
    <LinkButton ref={link} to={nueva.to} variant={mends ? 'default' : 'filled'} icon={<IconPlus size={18} aria-hidden="true" />}>
      {nueva.label}
    </LinkButton>
  )
}

/** Documents that may begin with the data of this one. */
function APartir({ documento }: { documento: ComprobanteDetalle }) {
  const { id } = documento
  const duplicate = documento.accion === 'NUEVO_NUMERO' ? undefined : duplicatePathOf(documento)
  const links = [
    ...(duplicate === undefined ? [] : [{ to: duplicate, label: 'Duplicar' }]),
    ...(hasScreen('/nota') && canChange(documento)
      ? [
          { to: `/nota/registro?de=${id}`, label: NOMBRE_COMPROBANTE[COD_DOC.NOTA_CREDITO] },
          { to: `/nota/registro?tipo=${COD_DOC.NOTA_DEBITO}&de=${id}`, label: NOMBRE_COMPROBANTE[COD_DOC.NOTA_DEBITO] },
        ]
      : []),
    ...(hasScreen('/guia_remision') && canTravel(documento)
      ? [{ to: `/guia_remision/registro?de=${id}`, label: NOMBRE_COMPROBANTE[COD_DOC.GUIA_REMISION] }]
      : []),
    ...(hasScreen('/retencion/compra') && canWithhold(documento)
      ? [{ to: `/retencion/compra/registro?de=${id}`, label: 'Retención' }]
      : []),
  ]
  if (links.length === 0) return null
  return (
    <Grupo label="A partir de este">
      {links.map(({ to, label }) => (
        <LinkButton key={to} variant="default" to={to}>
          {label}
        </LinkButton>
      ))}
    </Grupo>
  )
}

/**
 * Closing and voiding: requested at the portal, or recorded by an ADMIN once the SRI has done it; if voiding is not offered, the reason
 * (O-56).
 */
function Mas({ documento, onOpen }: { documento: ComprobanteDetalle; onOpen: (dialog: Dialogo) => void }) {
  if (!hasRight('documento:anular')) return null
  const why = whyNotRequest(documento)
  const closes = isAdmin() && canClose(documento)
  const records = isAdmin() && canRecord(documento)
  if (!why && !closes && !records && !canRequest(documento)) return null
  return (
    <details className={classes.mas}>
      <summary>Más</summary>
      <Grupo label="Más">
        {closes && (
          <Button variant="default" onClick={() => onOpen('cerrar')}>
            Cerrar número
          </Button>
        )}
        {canRequest(documento) && (
          <Button variant="default" onClick={() => onOpen('anular')}>
            Solicitar anulación
          </Button>
        )}
        {records && (
          <Button variant="default" onClick={() => onOpen('registrar')}>
            Registrar anulación
          </Button>
        )}
        {why && <p className={classes.aviso}>{why}</p>}
      </Grupo>
    </details>
  )
}

/** The action that the SRI's code allows (O-97, O-107). */
function Mend({ documento }: { documento: ComprobanteDetalle }) {
  const { id, numero, accion } = documento
  if (!hasRight('documento:emitir')) return null
  if (accion === 'REENVIAR') return <Resend id={id} numero={numero} />
  const [correct, duplicate] = [correctPathOf(documento), duplicatePathOf(documento)]
  if (accion === 'CORREGIR' && correct !== undefined) return <Correct to={correct} />
  return accion === 'NUEVO_NUMERO' && duplicate !== undefined ? <LinkButton to={duplicate}>Emitir con otro número</LinkButton> : null
}

/** Link to the correction of a refused document; it takes the focus. */
function Correct({ to }: { to: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // A dialog that was opened over the page keeps the focus.
    if (!document.activeElement?.closest('[role="dialog"]')) link.current?.focus()
  }, [])
  return (
    <LinkButton ref={link} to={to}>
      Corregir y reenviar
    </LinkButton>
  )
}

/** Asks first: resending without a correction brings the same answer. */
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
