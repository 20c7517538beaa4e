import type { SolicitudFirmaNueva } from '@yupana/contract'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { beginSolicitud } from './firma.queries.ts'

interface EmpezarPageProps {
  title: string
  nueva: Omit<SolicitudFirmaNueva, 'tipo' | 'anios'>
}

/** Begins a request with known or paid data, and opens it: target of an expiry warning and of a paid order. */
export function EmpezarPage({ title, nueva }: EmpezarPageProps) {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [keyFor] = useState(createSendingKey)
  useEffect(() => {
    // One key: a second render or try makes no second request.
    beginSolicitud({ tipo: 'NATURAL', anios: 1, ...nueva }, keyFor(nueva))
      .then(({ id }) => setParams({ solicitud: id, paso: 'Datos' }, { replace: true }))
      .catch((error: unknown) => (error instanceof HttpError ? setProblem(error.message) : Promise.reject(error as Error)))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt])
  const retry = () => {
    setProblem(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <>
      <PageHeader title={title} />
      {problem === undefined ? (
        <Skeleton label="Cargando" lines={['60%', '100%', '80%']} />
      ) : (
        <LoadFailure reason={problem} onRetry={retry} onBack={() => void navigate('/firmas_electronicas')} />
      )}
    </>
  )
}
