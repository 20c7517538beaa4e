import { useState, type ReactNode } from 'react'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { isAdmin } from '../../lib/sesion/rights.ts'

const Historial = loadedPart(async () => (await import('./historial.tsx')).Historial)

interface Registro {
  id: string
  /** Name of the record in a sentence: «caja 12». */
  nombre: string
}

/** History of a record without tabs, in a dialog. */
const HistorialDialog = ({ id, nombre, onClose }: Registro & { onClose: () => void }) => (
  <Dialog opened title={`Historial de ${nombre}`} onClose={onClose} size={720}>
    <Historial de={{ objeto: id }} />
  </Dialog>
)

/** Opens the history of a record in the dialog `dialogo`; undefined for users who do not administer the company. */
export function useHistorial(): { openHistorial: ((registro: Registro) => void) | undefined; dialogo: ReactNode } {
  const [opened, setOpened] = useState<Registro>()
  return {
    openHistorial: isAdmin() ? setOpened : undefined,
    dialogo: opened && <HistorialDialog {...opened} onClose={() => setOpened(undefined)} />,
  }
}
