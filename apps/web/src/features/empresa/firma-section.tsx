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

/** The code of a link that was mailed (O-15), until it was seen to. */
export interface EnlaceDeClave {
  codigo: string | undefined
  forget: () => void
}

/** The signature of the company, and what a mailed link opens, which waits for nothing else. */
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

/** The certificate the company signs with: what it says, whether it can sign and why not; another in its place. */
function Firma({ ruc, canEdit }: { ruc: string; canEdit: boolean }) {
  const { data, isError, refetch } = useQuery(certificadosQuery())
  /** What the one that was just accepted took the place of; empty where there was none. */
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
          {/* A new form once it was accepted: neither file nor password stays in the page. */}
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

/** Kept as a record of what was signed with them; their keys are gone. */
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
