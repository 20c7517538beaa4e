import { passwordRequirements } from '@yupana/contract'
import { useEffect, useState } from 'react'

import type { Requisitos } from '../../components/form/new-password-field.tsx'
import { fetchData } from '../../lib/http/http.ts'

/** The server's rules for passwords, without a session; until they are loaded the panel shows only the strength. */
export function useRequisitos(): Requisitos | undefined {
  const [requisitos, setRequisitos] = useState<Requisitos>()
  useEffect(() => {
    const leaving = new AbortController()
    fetchData(passwordRequirements, { background: true, signal: leaving.signal }).then(setRequisitos, () => undefined)
    return () => leaving.abort()
  }, [])
  return requisitos
}
