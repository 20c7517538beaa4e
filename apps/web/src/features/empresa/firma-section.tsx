import type { Certificado } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { certificadosQuery } from './certificados.queries.ts'
import { CertificadoCard } from './certificado-card.tsx'
import { ClaveFirmaDialog } from './clave-firma-dialog.tsx'
import { mailClaveFirma, removeFirma } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { FirmaForm } from './firma-form.tsx'
import { mayEdit } from './quien-puede.ts'

/** The code of a mailed link (O-15), until it was used. */
export interface EnlaceDeClave {
  codigo: string | undefined
  forget: () => void
}

/** The signature of the company; the dialog of a mailed link opens without waiting for it. */
export function FirmaSection({ ruc, enlace: { codigo, forget } }: { ruc: string; enlace: EnlaceDeClave }) {
  const canEdit = mayEdit('certificado:administrar')
  return (
    <>
      {codigo !== undefined && canEdit && <ClaveFirmaDialog codigo={codigo} onClose={forget} />}
      {codigo !== undefined && !canEdit && (
        <Alert
          title="Este enlace es para quien administra la firma de la empresa."
          details={['Entre a esa empresa con el usuario que lo pidió.']}
        />
      )}
      <Firma ruc={ruc} canEdit={canEdit} />
    </>
  )
}

/** The certificate of the company: its data, whether it can sign and why not; and its replacement. */
function Firma({ ruc, canEdit }: { ruc: string; canEdit: boolean }) {
  const { data, isError, refetch } = useQuery(certificadosQuery())
  /** The certificate that the new one replaced; empty without one. */
  const [replaced, setReplaced] = useState<string>()
  if (!data)
    return isError ? (
      <div className={classes.card}>
        <PartFailure reason="No se pudo cargar la firma electrónica." onRetry={refetch} />
      </div>
    ) : (
      <Skeleton label="Cargando la firma electrónica" lines={['60%', '100%', '100%']} />
    )
  const present = data.find(({ activo }) => activo)
  const former = data.filter(({ activo }) => !activo)
  return (
    <>
      {present ? (
        <PresentCard certificado={present} ruc={ruc} canEdit={canEdit} takesFocus={replaced !== undefined && replaced !== present.id} />
      ) : (
        <None canEdit={canEdit} />
      )}
      {canEdit && (
        <section className={classes.card} aria-label={present ? 'Reemplazar la firma' : 'Cargar la firma'}>
          <h2>{present ? 'Reemplazar la firma' : 'Cargar la firma'}</h2>
          {present && (
            <p className={classes.quiet}>
              La firma actual deja de usarse en el momento en que la nueva se acepta; si la nueva se rechaza, nada cambia.
            </p>
          )}
          {/* A new form after success: neither file nor password stays in the page. */}
          <FirmaForm key={present?.id} reemplaza={present?.id} onDone={() => setReplaced(present?.id ?? '')} />
        </section>
      )}
      {former.length > 0 && <Former certificados={former} />}
    </>
  )
}

const None = ({ canEdit }: { canEdit: boolean }) => (
  <section className={classes.card} aria-label="Sin firma electrónica">
    <h2>Sin firma electrónica</h2>
    <p className={classes.quiet}>
      {canEdit
        ? 'Cargue el archivo .p12 de su firma para poder emitir comprobantes.'
        : 'Un administrador de la empresa tiene que cargarla para poder emitir comprobantes.'}
    </p>
  </section>
)

function PresentCard({
  certificado,
  ruc,
  canEdit,
  takesFocus,
}: {
  certificado: Certificado
  ruc: string
  canEdit: boolean
  takesFocus: boolean
}) {
  const [isRemoving, setRemoving] = useState(false)
  const [isMailing, setMailing] = useState(false)
  const mail = async () => {
    setMailing(true)
    await untilRefused(mailClaveFirma())
    setMailing(false)
  }
  return (
    <>
      <CertificadoCard certificado={certificado} ruc={ruc} takesFocus={takesFocus}>
        {canEdit && (
          <div className={classes.actions}>
            <Button variant="default" busy={isMailing} busyLabel="Enviando…" onClick={() => void mail()}>
              Recibir la contraseña por correo
            </Button>
            <Button variant="default" onClick={() => setRemoving(true)}>
              Eliminar firma
            </Button>
          </div>
        )}
      </CertificadoCard>
      {isRemoving && (
        <DeleteDialog
          title={`Eliminar la firma de ${certificado.titular}`}
          confirmLabel="Eliminar firma"
          onDelete={() => removeFirma(certificado.id)}
          onClose={() => setRemoving(false)}
        >
          <p>Su llave se destruye y no se puede recuperar: para volver a usarla tendrá que cargar otra vez el archivo .p12.</p>
          <p>
            Mientras no haya otra firma, los comprobantes que emita quedarán en espera sin enviarse al SRI. Los ya firmados conservan su
            validez.
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

/** Former certificates, kept as a record of what they signed; their keys are deleted. */
const Former = ({ certificados }: { certificados: readonly Certificado[] }) => (
  <section className={classes.card} aria-label="Firmas anteriores">
    <h2>Firmas anteriores</h2>
    <p className={classes.quiet}>Constan como registro de lo que se firmó con ellas; sus llaves fueron destruidas.</p>
    <ul className={classes.rows}>
      {certificados.map(({ id, titular, filename, serial, desde, expirationDate }) => (
        <li key={id}>
          <span className={classes.rowText}>
            <strong>{titular}</strong>
            <span>
              {filename} · serie {serial}
            </span>
            <span>
              Del {fechaText(fechaIn(new Date(desde)))} al {fechaText(expirationDate)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)
