// The version of snapshots that are taken now: what they show to visitors. Older snapshots are not upgraded, because only
// people decide what visitors may see; the record of the workspace says that publishing again shows more.
// 1: objects and their pictures; some with the pages of documents. 2: all pages of documents, and web page previews.
// 3: an outline with links to the objects, and titles of web pages.

export const currentSnapshotVersion = 3
