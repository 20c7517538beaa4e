import type { EstadoFactor } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { FormSection } from '../../components/form/form-parts.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { factorQuery } from './factor.queries.ts'
import classes from './perfil.module.css'

const FactorDialog = loadedPart(async () => (await import('./factor-dialog.tsx')).FactorDialog)

const POCOS = 2

export type What = 'activar' | 'codigos' | 'desactivar'

/** «Verificación en dos pasos»: a code of the phone in addition to the password (O-103). */
export function FactorSection({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(factorQuery())
  const [open, setOpen] = useState<What>()
  return (
    <FormSection title="Verificación en dos pasos">
      {!data && error && <PartFailure reason="No se pudo leer el estado de su verificación." onRetry={refetch} />}
      {!data && !error && <Skeleton label="Cargando su verificación" lines={['80%', '40%']} />}
      {data && <Estado estado={data} onPick={setOpen} />}
      {data && open && <FactorDialog what={open} username={username} isRequired={data.obligatorio} onClose={() => setOpen(undefined)} />}
    </FormSection>
  )
}

function Estado({ estado: { activo, desde, codigos, obligatorio }, onPick }: { estado: EstadoFactor; onPick: (what: What) => void }) {
  // Support may not change it (O-14).
  const mayChange = currentSession()?.impersonate !== true
  return (
    <>
      <p>{activo ? <Chip tone="success">Activada</Chip> : <Chip tone="neutral">Desactivada</Chip>}</p>
      <p className={classes.quiet}>
        {activo && desde !== null
          ? `Desde ${momentoText(desde)}, además de la contraseña se pide un código de su aplicación. ${codigos === 1 ? 'Le queda 1 código' : `Le quedan ${codigos} códigos`} de recuperación.`
          : 'Además de la contraseña se pedirá un código de su teléfono: con la contraseña sola nadie entra a su cuenta.'}
        {obligatorio && ' Su usuario la necesita para ingresar.'}
      </p>
      {activo && codigos <= POCOS && (
        <Alert title="Le quedan pocos códigos de recuperación." details={['Cree otros antes de necesitarlos.']} />
      )}
      {mayChange && (
        <div className={classes.actions}>
          {!activo && <Button onClick={() => onPick('activar')}>Activar</Button>}
          {activo && (
            <>
              <Button variant="default" onClick={() => onPick('codigos')}>
                Nuevos códigos de recuperación
              </Button>
              <Button variant="default" onClick={() => onPick('desactivar')}>
                Desactivar
              </Button>
            </>
          )}
        </div>
      )}
    </>
  )
}
