import { open } from 'node:fs/promises'

/** Puts the names of a folder on disk: that of a file is there when its folder is. Windows neither needs nor allows it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
