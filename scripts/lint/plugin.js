// The rules of this project for oxlint.
import { boundaries } from './boundaries.js'
import { errorCatalogue } from './error-catalogue.js'
import { fileRole } from './file-role.js'
import { lineLength } from './line-length.js'
import { noCycles } from './no-cycles.js'
import { noRoomCycles } from './no-room-cycles.js'
import { noUnreadSum } from './no-unread-sum.js'
import { sqlPlace } from './sql-place.js'

export default {
  meta: { name: 'yupana' },
  rules: {
    boundaries,
    'no-cycles': noCycles,
    'no-room-cycles': noRoomCycles,
    'file-role': fileRole,
    'sql-place': sqlPlace,
    'error-catalogue': errorCatalogue,
    'line-length': lineLength,
    'no-unread-sum': noUnreadSum,
  },
}
