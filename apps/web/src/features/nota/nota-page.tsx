import { COD_DOC } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { tipoOfRecord } from './nota-tipo.ts'
import type { TipoNota } from './nota.queries.ts'

// Each kind of note loads only its own code.
const CreditoHoja = loadedPart(async () => (await import('./credito-hoja.tsx')).CreditoHoja)
const DebitoHoja = loadedPart(async () => (await import('./debito-hoja.tsx')).DebitoHoja)

/** `/nota`, `/nota/registro` and `/nota/{uuid}`: the query or the record in the address decides the kind of note. */
export function NotaPage() {
  const { uuid } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [named, setNamed] = useState<{ id: string; tipo: TipoNota }>()
  const id = uuid === 'registro' ? undefined : uuid
  const asked = search.get('duplicar') ?? id
  const isKnown = asked === undefined || named?.id === asked
  const found = useQuery({
    queryKey: ['nota', 'tipo', asked],
    queryFn: () => tipoOfRecord(asked ?? ''),
    enabled: !isKnown,
    gcTime: 0,
  })
  const ofAddress: TipoNota = search.get('tipo') === COD_DOC.NOTA_DEBITO ? COD_DOC.NOTA_DEBITO : COD_DOC.NOTA_CREDITO
  const tipo = asked === undefined ? ofAddress : named?.id === asked ? named.tipo : found.data
  const name = (next: string) => tipo && setNamed({ id: next, tipo })
  if (tipo === COD_DOC.NOTA_DEBITO) return <DebitoHoja onNamed={name} />
  if (tipo === COD_DOC.NOTA_CREDITO) return <CreditoHoja onNamed={name} />
  return (
    <>
      <PageHeader title="Nota" />
      {found.error ? (
        <LoadFailure reason="No se pudo abrir la nota." onRetry={() => void found.refetch()} onBack={() => void navigate('/comprobante')} />
      ) : (
        <Skeleton label="Abriendo la nota" lines={['100%', '100%', '80%', '60%']} />
      )}
    </>
  )
}
