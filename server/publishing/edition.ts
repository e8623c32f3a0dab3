// How much a snapshot that is taken now shows visitors. Those of an earlier edition stay as they are, since what strangers
// may see is for people to say; the workspace's record tells that publishing again shows more.
// 1: objects and their pictures; some with the pages of documents. 2: all pages of documents, what is known of web pages.
// 3: contents that lead to their places, web pages by their titles.

export const currentEdition = 3
