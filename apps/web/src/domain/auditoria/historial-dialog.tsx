import { useState, type ReactNode } from 'react'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { isAdmin } from '../../lib/sesion/rights.ts'

const Historial = loadedPart(async () => (await import('./historial.tsx')).Historial)

interface Registro {
  id: string
  /** How it is spoken of: «caja 12». */
  nombre: string
}

/** What people did with a record that has no tabs of its own, over the screen. */
const HistorialDialog = ({ id, nombre, onClose }: Registro & { onClose: () => void }) => (
  <Dialog opened title={`Historial de ${nombre}`} onClose={onClose} size={720}>
    <Historial de={{ objeto: id }} />
  </Dialog>
)

/** Opens the history of a record over the screen that shows `dialogo`; undefined for who does not administer the company. */
export function useHistorial(): { openHistorial: ((registro: Registro) => void) | undefined; dialogo: ReactNode } {
  const [opened, setOpened] = useState<Registro>()
  return {
    openHistorial: isAdmin() ? setOpened : undefined,
    dialogo: opened && <HistorialDialog {...opened} onClose={() => setOpened(undefined)} />,
  }
}
