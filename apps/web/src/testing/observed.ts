// Imported before any module of the page: an installation whose errors and page views go to a server of this test.
import { startCapture } from './capture-server.ts'

export const capture = await startCapture()

const block = document.createElement('script')
block.type = 'application/json'
block.id = 'ajustes'
block.textContent = JSON.stringify({
  sentryDsn: capture.origin.replace('//', '//clave@') + '/1',
  analiticaUrl: `${capture.origin}/api/event`,
})
document.body.prepend(block)
